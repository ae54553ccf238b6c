package io.rpcstress.rpcx.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What may be made again, how often, and which addresses are sick. */
class RetriesTest {
  private static PendingCall call() {
    long now = System.nanoTime();
    return new PendingCall(RemoteMethod.health(), now, now + TimeUnit.HOURS.toNanos(1));
  }

  private static RPCXException ended(StatusCode status) {
    return RPCXException.withoutTrace(status, "");
  }

  @Test
  void onlyWhatWasNeverSentIsMadeAgainUnlessTheMethodIsIdempotent() {
    Retries retries = new Retries(Limits.ATTEMPTS);
    assertThat(retries.allowed(call(), ended(StatusCode.UNAVAILABLE), true)).isTrue();
    assertThat(retries.allowed(call(), ended(StatusCode.UNAVAILABLE), false)).isFalse();
    for (StatusCode status : StatusCode.values()) {
      if (status != StatusCode.OK) {
        assertThat(retries.allowed(call(), ended(status), false)).as(status.name()).isFalse();
        if (status != StatusCode.UNAVAILABLE) {
          assertThat(retries.allowed(call(), ended(status), true)).as(status.name()).isFalse();
        }
      }
    }
    assertThat(new Retries(1).allowed(call(), ended(StatusCode.UNAVAILABLE), true))
        .as("no attempt was started, so one is left")
        .isTrue();
    long past = System.nanoTime() - 1;
    PendingCall expired = new PendingCall(RemoteMethod.health(), past - 1, past);
    assertThat(retries.allowed(expired, ended(StatusCode.UNAVAILABLE), true)).isFalse();
  }

  @Test
  void anOutageIsNotMultiplied() {
    Retries retries = new Retries(Limits.ATTEMPTS);
    int spent = 0;
    for (int i = 0; i < 1_000; i++) {
      spent += retries.spend(0) ? 1 : 0;
    }
    assertThat(spent).isEqualTo(Limits.MAX_SAVED_RETRIES);
    assertThat(retries.spend(Limits.CALLS_PER_RETRY - 1)).isFalse();
    assertThat(retries.spend(Limits.CALLS_PER_RETRY)).isTrue();
    assertThat(retries.spend(Limits.CALLS_PER_RETRY)).isFalse();
    spent = 0;
    for (int i = 0; i < 1_000; i++) {
      spent += retries.spend(1_000_000) ? 1 : 0;
    }
    assertThat(spent).as("no more is saved up").isEqualTo(Limits.MAX_SAVED_RETRIES);
  }

  @Test
  void anAddressIsEjectedByFailuresInARowAndForgivenByASuccess() {
    Address address = new Address("host", 1);
    for (int i = 1; i < Limits.EJECT_AFTER_FAILURES; i++) {
      address.failed();
      assertThat(address.ejected()).isFalse();
    }
    address.succeeded();
    for (int i = 1; i < Limits.EJECT_AFTER_FAILURES; i++) {
      address.failed();
    }
    assertThat(address.ejected()).isFalse();
    address.failed();
    assertThat(address.ejected()).isTrue();
    address.succeeded();
    assertThat(address.ejected()).isFalse();
    assertThat(Limits.EJECTION).isEqualTo(Duration.ofSeconds(5));
  }
}
