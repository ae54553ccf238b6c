package io.rpcstress.driver.tcp;

import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;

/**
 * What carries calls, of whichever operation: a connection of one's own, or borrowed, or shared.
 */
interface Exchange {

  /** Makes one call and waits for its reply, as {@link Caller#call} does. */
  <Q, R> R call(LineFormat<Q, R> format, Q request) throws CallException, InterruptedException;

  default <Q, R> Caller<Q, R> caller(LineFormat<Q, R> format) {
    return new Caller<>() {
      @Override
      public R call(Q request) throws CallException, InterruptedException {
        return Exchange.this.call(format, request);
      }

      @Override
      public void close() {
        Exchange.this.close();
      }
    };
  }

  /** Ends what one caller alone holds; whatever is shared stays. */
  default void close() {}
}
