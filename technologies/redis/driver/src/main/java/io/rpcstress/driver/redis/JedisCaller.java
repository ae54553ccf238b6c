package io.rpcstress.driver.redis;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.Put;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Messages;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import javax.net.ssl.SSLParameters;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A thread's calls by Jedis' client, which all threads share: each call borrows a connection from
 * its pool. Waiting for one is part of the call, as it is for a user. Jedis repeats nothing.
 */
final class JedisCaller<Q, R> implements Caller<Q, R> {

  private final RedisCommand<Q, R> command;

  /** The command, of which Jedis does not know by itself. */
  private final ProtocolCommand name;

  private final RedisClient client;
  private final JedisFailures failures;

  private JedisCaller(RedisCommand<Q, R> command, RedisClient client, JedisFailures failures) {
    this.command = command;
    this.name = command::name;
    this.client = client;
    this.failures = failures;
  }

  /**
   * Connects once, so that a dead server is found here; the pool makes its other connections when
   * they are needed.
   */
  static Session open(Address server, DriverOptions options) throws CallException {
    JedisFailures failures = new JedisFailures(options.deadline());
    // What is not set here is as Jedis has it; connecting inside a call must not outlast it either.
    DefaultJedisClientConfig.Builder config =
        DefaultJedisClientConfig.builder()
            .connectionTimeoutMillis(DriverOptions.millis(options.deadline()))
            .socketTimeoutMillis(DriverOptions.millis(options.deadline()));
    TlsSide tls = options.tls();
    if (tls != null) {
      encrypt(config, tls);
    }
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(options.connections().count());
    pool.setMaxIdle(options.connections().count());
    pool.setMaxWait(options.deadline());
    DeadlineConnections connections =
        new DeadlineConnections(
            new HostAndPort(server.host(), server.port()),
            config.build(),
            pool,
            options.deadline());
    try {
      connections.getConnection().close();
      RedisClient client =
          RedisClient.builder()
              .clientConfig(config.build())
              .connectionProvider(connections)
              .build();
      return new SharedSession(
          new CallerTable()
              .on(
                  Greeting.OPERATION,
                  thread -> new JedisCaller<>(RedisCommand.greet(), client, failures))
              .on(Put.OPERATION, thread -> new JedisCaller<>(RedisCommand.put(), client, failures))
              .on(
                  Message.OPERATION,
                  thread ->
                      Messages.reading(
                          new JedisCaller<>(RedisCommand.message(), client, failures))),
          client::close);
    } catch (JedisException e) {
      connections.close();
      throw failures.of(e);
    }
  }

  @SuppressWarnings("deprecation") // its SslOptions take key stores alone, with their passwords
  private static void encrypt(DefaultJedisClientConfig.Builder config, TlsSide tls) {
    SSLParameters verifying = new SSLParameters();
    verifying.setEndpointIdentificationAlgorithm("HTTPS");
    config.ssl(true).sslSocketFactory(tls.context().getSocketFactory()).sslParameters(verifying);
  }

  @Override
  public R call(Q request) throws CallException, InterruptedException {
    CommandArguments arguments = new CommandArguments(name);
    for (byte[] each : command.arguments().apply(request)) {
      arguments.add(each);
    }
    Object reply;
    try {
      reply = client.executeCommand(arguments);
    } catch (JedisException e) {
      if (Thread.interrupted() || JedisFailures.interrupted(e)) {
        throw new InterruptedException("interrupted in a call");
      }
      throw failures.of(e);
    }
    if (reply instanceof byte[] text) {
      return command.reply().apply(text);
    }
    throw new CallException(FailureKind.PROTOCOL, "the reply is no string");
  }
}
