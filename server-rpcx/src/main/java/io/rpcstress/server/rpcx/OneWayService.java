package io.rpcstress.server.rpcx;

import io.rpcstress.contract.OneWay;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.server.base.CallCounter;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The one-way service, under its published names. */
@RPCXServer(OneWay.RPCX_SERVICE)
public record OneWayService(CallCounter calls) {

  /**
   * On the event loop, which then reads no faster than this counts. RPCX would give calls threads
   * of their own once one was slow, and drop messages of which too many wait for these.
   */
  @Method(value = OneWay.RPCX_METHOD, inline = true)
  public void receive(byte @Nullable [] message) {
    calls.received(message != null && OneWay.isWhole(ByteBuffer.wrap(message)));
  }
}
