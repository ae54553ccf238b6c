package io.rpcstress.driver.bolt;

import com.alipay.remoting.InvokeCallback;
import com.alipay.remoting.exception.RemotingException;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Replies;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** greet: a string, answered by a string. Thread-safe. */
record BoltCaller(Client client) implements AsyncCaller<String, String> {

  @Override
  public String call(String name) throws CallException, InterruptedException {
    try {
      return reply(client.call(name));
    } catch (RemotingException e) {
      throw Failures.of(e, client.deadline());
    }
  }

  private static String reply(@Nullable Object answer) throws CallException {
    if (answer instanceof String greeting) {
      return greeting;
    }
    throw new CallException(FailureKind.PROTOCOL, "answered by no text");
  }

  @Override
  public CompletableFuture<String> start(String name) {
    Reply reply = new Reply();
    try {
      client.start(name, reply);
    } catch (RemotingException e) {
      reply.onException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the wait for the reply sees it
      reply.end.completeExceptionally(new CallException(FailureKind.INTERNAL, "interrupted", e));
    }
    return Replies.within(reply.end, client.deadline());
  }

  /** The reply to one call; what comes too late changes nothing. */
  private final class Reply implements InvokeCallback {
    private final CompletableFuture<String> end = new CompletableFuture<>();

    @Override
    public void onResponse(@Nullable Object answer) {
      try {
        end.complete(reply(answer));
      } catch (CallException e) {
        end.completeExceptionally(e);
      }
    }

    @Override
    public void onException(Throwable e) {
      end.completeExceptionally(Failures.of(e, client.deadline()));
    }

    /** On SOFABolt's own thread. */
    @Override
    public @Nullable Executor getExecutor() {
      return null;
    }
  }
}
