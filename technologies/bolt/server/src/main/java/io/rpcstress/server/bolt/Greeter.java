package io.rpcstress.server.bolt;

import com.alipay.remoting.BizContext;
import com.alipay.remoting.rpc.protocol.SyncUserProcessor;
import io.rpcstress.contract.Greeting;
import io.rpcstress.server.base.CallCounter;

/** Answers a name. Thread-safe. */
final class Greeter extends SyncUserProcessor<String> {
  private final CallCounter calls;
  private final boolean onEventLoop;

  Greeter(CallCounter calls, boolean onEventLoop) {
    this.calls = calls;
    this.onEventLoop = onEventLoop;
  }

  @Override
  public Object handleRequest(BizContext context, String name) {
    return calls.counted(() -> Greeting.greet(name));
  }

  @Override
  public String interest() {
    return String.class.getName();
  }

  @Override
  public boolean processInIOThread() {
    return onEventLoop;
  }

  /** A call that waited for too long is answered all the same, as by all technologies here. */
  @Override
  public boolean timeoutDiscard() {
    return false;
  }
}
