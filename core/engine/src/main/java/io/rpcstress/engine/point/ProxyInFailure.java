package io.rpcstress.engine.point;

import io.rpcstress.usage.ServerUsage;
import org.jspecify.annotations.Nullable;

/**
 * Says of a point that failed whether the proxy on its way ended meanwhile: a call shows that a
 * connection broke, and not who broke it. Passes the rest on as it comes.
 *
 * @param listener receives the failure
 * @param proxy asked once more, where the point fails
 * @param before what it reported when the point began
 */
record ProxyInFailure(PointListener listener, NeededProxy proxy, ServerUsage before)
    implements ForwardingListener {

  /**
   * The listener itself where there is no proxy to ask.
   *
   * @param before null where the proxy was not asked
   */
  static PointListener of(
      PointListener listener, @Nullable NeededProxy proxy, @Nullable ServerUsage before) {
    return proxy == null || before == null ? listener : new ProxyInFailure(listener, proxy, before);
  }

  @Override
  public void failed(PointFailure failure) {
    String ended = proxy.endedSince(before);
    listener.failed(
        ended == null
            ? failure
            : new PointFailure(
                failure.cause(), ended + "; " + failure.detail(), failure.failures()));
  }
}
