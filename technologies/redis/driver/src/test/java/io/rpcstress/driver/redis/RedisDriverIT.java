package io.rpcstress.driver.redis;

import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.DriverContract.Way;
import io.rpcstress.driver.RealServerContract;

/** Every variant against the real server, as it is shipped; Lettuce on two connections. */
class RedisDriverIT extends RealServerContract {
  RedisDriverIT() {
    super("redis");
  }

  @Override
  protected ConnectionPolicy connections(Way way) {
    return way.variant().name().equals(RedisDriver.LETTUCE)
        ? ConnectionPolicy.multiplexed(2)
        : super.connections(way);
  }
}
