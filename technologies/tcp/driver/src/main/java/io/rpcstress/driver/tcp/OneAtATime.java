package io.rpcstress.driver.tcp;

import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DriverOptions;
import org.jspecify.annotations.Nullable;

/**
 * A connection that carries one call at a time, made when first needed and again when it broke.
 * Used by one thread at a time.
 */
final class OneAtATime implements Exchange {

  private final Address address;
  private final DriverOptions options;
  private @Nullable Lines lines;

  OneAtATime(Address address, DriverOptions options) {
    this.address = address;
    this.options = options;
  }

  Lines connect() throws CallException {
    Lines open = lines;
    if (open == null) {
      open = new Lines(address, options.connectTimeout());
      lines = open;
    }
    return open;
  }

  @Override
  public <Q, R> R call(LineFormat<Q, R> format, Q request) throws CallException {
    Lines open = connect();
    try {
      open.write(format.request(request));
      return open.read(format, options.deadline());
    } catch (CallException e) {
      close(); // a late reply must not answer the next call
      throw e;
    }
  }

  @Override
  public void close() {
    Lines open = lines;
    if (open != null) {
      lines = null;
      open.close();
    }
  }
}
