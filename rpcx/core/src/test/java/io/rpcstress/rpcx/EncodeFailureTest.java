package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.AbstractList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever an argument does while it is encoded, the call ends through its future. */
class EncodeFailureTest {
  /** Calls the same method in both ways. */
  @RPCXClient(remoteServerName = "greeter")
  interface Joiner {
    @Method("join")
    String join(List<String> names);

    @Method("join")
    CompletableFuture<String> joinAsync(List<String> names);

    @Method(value = "join", oneWay = true)
    void joinOneWay(List<String> names);
  }

  /** A list whose elements cannot be had. */
  private static final class Broken extends AbstractList<String> {
    private final Throwable problem;

    Broken(Throwable problem) {
      this.problem = problem;
    }

    @Override
    public String get(int index) {
      if (problem instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) problem;
    }

    @Override
    public int size() {
      return 1;
    }
  }

  private ServiceCentre centre;
  private RPCX rpcx;
  private Joiner joiner;

  @BeforeEach
  void start() {
    centre = Greeter.serve(new Greeter.Service());
    rpcx = Greeter.connectTo(centre);
    joiner = rpcx.client(Joiner.class);
  }

  @AfterEach
  void theConnectionServesAndNothingIsLeft() {
    assertThat(rpcx.inFlight()).isZero();
    assertThat(joiner.join(List.of("a", "b"))).isEqualTo("a+b");
    rpcx.close();
    centre.close();
  }

  private void ends(StatusCode status, List<String> argument) throws Exception {
    CompletableFuture<String> call = joiner.joinAsync(argument);
    Throwable async = catchThrowable(() -> call.get(20, TimeUnit.SECONDS));
    assertThat(async).isInstanceOf(ExecutionException.class);
    assertThat(async.getCause())
        .isInstanceOfSatisfying(RPCXException.class, e -> assertThat(e.status()).isEqualTo(status));
    for (Throwable sync :
        List.of(
            catchThrowable(() -> joiner.join(argument)),
            catchThrowable(() -> joiner.joinOneWay(argument)))) {
      assertThat(sync)
          .isInstanceOfSatisfying(
              RPCXException.class, e -> assertThat(e.status()).isEqualTo(status));
    }
    assertThat(rpcx.inFlight()).isZero();
  }

  @Test
  void anExceptionOfTheArgumentIsInternal() throws Exception {
    ends(StatusCode.INTERNAL, new Broken(new IllegalStateException("of the application")));
  }

  @Test
  void anErrorOfTheArgumentIsInternal() throws Exception {
    ends(StatusCode.INTERNAL, new Broken(new StackOverflowError()));
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"})
  void anArgumentOfAnotherTypeThanDeclaredIsInvalid() throws Exception {
    ends(StatusCode.INVALID_ARGUMENT, (List) List.of(7));
  }

  @Test
  void anArgumentThatReportsItselfIllegalIsInvalid() throws Exception {
    ends(StatusCode.INVALID_ARGUMENT, new Broken(new IllegalArgumentException("no")));
  }
}
