package io.rpcstress.driver.redis;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.providers.ConnectionProvider;
import redis.clients.jedis.providers.PooledConnectionProvider;

/**
 * Jedis' own pool, with one deadline for both waits of a call: what passes until a connection is
 * free is taken from what its reply may take. Thread-safe.
 */
final class DeadlineConnections implements ConnectionProvider {

  private final PooledConnectionProvider pool;
  private final long deadlineNanos;

  DeadlineConnections(
      HostAndPort server, JedisClientConfig config, ConnectionPoolConfig pool, Duration deadline) {
    this.pool = new PooledConnectionProvider(server, config, pool);
    this.deadlineNanos = deadline.toNanos();
  }

  @Override
  public Connection getConnection() {
    long start = System.nanoTime();
    Connection connection = pool.getConnection();
    long left = deadlineNanos - (System.nanoTime() - start);
    // No system call: the JDK keeps it for the next read. 0 would be for ever.
    connection.setSoTimeout((int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
    return connection;
  }

  @Override
  public Connection getConnection(CommandArguments arguments) {
    return getConnection();
  }

  @Override
  public void close() {
    pool.close();
  }
}
