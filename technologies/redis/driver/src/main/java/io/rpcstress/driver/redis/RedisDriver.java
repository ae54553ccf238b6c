package io.rpcstress.driver.redis;

import io.rpcstress.contract.Carriage;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.ConnectionPolicy.Kind;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.driver.Technology.OwnPolicy;
import io.rpcstress.driver.Technology.Variant;
import java.util.List;

/** Operations as commands of the Redis protocol, by two of its Java clients. */
public final class RedisDriver implements Driver {

  static final String LETTUCE = "lettuce";

  /** What Jedis' pool has by default; reading it there would load the class. */
  static final int DEFAULT_POOL = 8;

  @Override
  public Technology technology() {
    return new Technology(
            "redis",
            7,
            9007,
            "a command of the Redis protocol, on a server of this project",
            List.of(
                new Variant(
                    "example",
                    "Jedis with its default pool: 8 connections, and calls wait for one",
                    OwnPolicy.of(ConnectionPolicy.pool(DEFAULT_POOL)),
                    List.of(Kind.POOL)),
                Variant.pooled(
                    "tuned",
                    "Jedis with a connection for each thread in its pool",
                    ServerVariant.EXAMPLE),
                Variant.multiplexed(
                    LETTUCE,
                    1,
                    "Lettuce: one connection that all threads share, with many calls open on it",
                    ServerVariant.EXAMPLE)),
            List.of(Greeting.OPERATION.name(), Put.OPERATION.name(), Message.OPERATION.name()))
        .carriedAs(Carriage.REDIS)
        .encrypting();
  }

  @Override
  public Session open(Target target, DriverOptions options) throws CallException {
    return options.variant().equals(LETTUCE)
        ? LettuceCaller.open(target.primary(), options)
        : JedisCaller.open(target.primary(), options);
  }
}
