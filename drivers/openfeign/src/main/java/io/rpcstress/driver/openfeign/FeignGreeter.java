package io.rpcstress.driver.openfeign;

import feign.FeignException;
import feign.RetryableException;
import feign.codec.DecodeException;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import java.time.Duration;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;

/** The Feign client, which all threads share: its HTTP client holds the connections. */
final class FeignGreeter implements Caller<String, String> {

  private final GreetClient client;
  private final Duration deadline;

  FeignGreeter(GreetClient client, Duration deadline) {
    this.client = client;
    this.deadline = deadline;
  }

  @Override
  public String call(String request) throws CallException, InterruptedException {
    try {
      return client.greet(request);
    } catch (RetryableException e) { // what Feign makes of every I/O error; nothing was retried
      if (Thread.interrupted()) { // the HTTP clients turn it into an I/O error and the flag
        throw new InterruptedException("interrupted in a call");
      }
      throw network(e);
    } catch (DecodeException e) {
      throw new CallException(FailureKind.PROTOCOL, NetworkFailures.describe(e), e);
    } catch (FeignException e) {
      throw new CallException(FailureKind.REFUSED, "HTTP status " + e.status(), e);
    }
  }

  private CallException network(RetryableException e) {
    if (NetworkFailures.neverConnected(e)) {
      return new CallException(FailureKind.CONNECT, NetworkFailures.describe(e), e);
    }
    if (NetworkFailures.timedOut(e)
        || e.getCause() instanceof ConnectionRequestTimeoutException) { // no connection came free
      return new DeadlineExceededException(deadline);
    }
    return new CallException(FailureKind.DISCONNECTED, NetworkFailures.describe(e), e);
  }
}
