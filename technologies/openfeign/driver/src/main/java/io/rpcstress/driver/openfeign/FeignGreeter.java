package io.rpcstress.driver.openfeign;

import feign.FeignException;
import feign.RetryableException;
import feign.codec.DecodeException;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.Deadlines;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;

/** The Feign client, which all threads share: its HTTP client holds the connections. */
record FeignGreeter(GreetClient client, Deadlines deadlines) implements Caller<String, String> {

  @Override
  public String call(String request) throws CallException, InterruptedException {
    Deadlines.Watch watch = deadlines.watch();
    CurrentCall.enter(watch);
    try (watch) {
      String reply = client.greet(request);
      watch.requireInTime(); // not every client reports that its reply was cut off
      return reply;
    } catch (RuntimeException e) {
      if (Thread.interrupted()) { // the HTTP clients turn it into an I/O error and the flag
        throw new InterruptedException("interrupted in a call");
      }
      throw failure(e, watch);
    } finally {
      CurrentCall.leave();
    }
  }

  private static CallException failure(RuntimeException e, Deadlines.Watch watch) {
    if (NetworkFailures.neverConnected(e)) {
      return new CallException(FailureKind.CONNECT, NetworkFailures.describe(e), e);
    }
    if (watch.isExceeded() // whatever a client reports that was ended amid a reply
        || NetworkFailures.timedOut(e)
        || e.getCause() instanceof ConnectionRequestTimeoutException) { // no connection came free
      return new DeadlineExceededException(watch.deadline());
    }
    if (e instanceof RetryableException) { // what Feign makes of I/O errors; nothing was retried
      return new CallException(FailureKind.DISCONNECTED, NetworkFailures.describe(e), e);
    }
    if (e instanceof DecodeException) {
      return new CallException(FailureKind.PROTOCOL, NetworkFailures.describe(e), e);
    }
    if (e instanceof FeignException answered) {
      return new CallException(FailureKind.REFUSED, "HTTP status " + answered.status(), e);
    }
    throw e;
  }
}
