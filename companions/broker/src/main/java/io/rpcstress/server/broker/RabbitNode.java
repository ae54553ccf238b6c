package io.rpcstress.server.broker;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.Broker;
import io.rpcstress.contract.BrokerCredentials;
import io.rpcstress.contract.Tls;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.program.ChildProgram;
import io.rpcstress.server.base.program.FreePort;
import io.rpcstress.server.base.program.PrivateFolder;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * A node of RabbitMQ's in a folder of its own, which no other user can enter: its configuration,
 * its Erlang cookie, its database and its log. It is removed when the node is stopped. Erlang's
 * port mapper, which it cannot do without, is its own, too, and ends with it. Thread-safe.
 *
 * @param configuration what it was started with, without the credentials
 */
record RabbitNode(Path log, String configuration, ChildProgram mapper, ChildProgram process)
    implements RunningBroker {

  private static final Duration START_TIME = Duration.ofSeconds(90);
  private static final Duration MAPPER_TIME = Duration.ofSeconds(20);

  /** How a client of AMQP 0-9-1 begins. */
  private static final byte[] HEADER = {'A', 'M', 'Q', 'P', 0, 0, 9, 1};

  /** How the server's answer to that begins: a frame with a method. */
  private static final int METHOD_FRAME = 1;

  private static final String LOG_FOLDER = "log";

  /** Starts one, with TLS where there are keys, and returns when it accepts AMQP. */
  static RabbitNode start(
      Path program, InetSocketAddress listen, ServerOptions given, BrokerCredentials credentials)
      throws IOException, InterruptedException {
    TlsSide tls = given.tls();
    SocketFactory sockets =
        tls == null ? SocketFactory.getDefault() : tls.context().getSocketFactory();
    PrivateFolder folder = PrivateFolder.make(Broker.RABBITMQ);
    ChildProgram mapper = null;
    try {
      String configuration = configuration(listen, tls, folder.path());
      folder.write("rabbitmq.conf", configuration);
      folder.write(
          "credentials.conf",
          "default_user = %s%ndefault_pass = %s%n"
              .formatted(credentials.user(), credentials.password()));
      folder.write("enabled_plugins", "[].\n");
      folder.write("rabbitmq-env.conf", "");
      Files.createDirectory(folder.path().resolve(LOG_FOLDER));
      int nodePort = FreePort.on(InetAddress.getLoopbackAddress());
      int mapperPort = FreePort.on(InetAddress.getLoopbackAddress());
      mapper =
          ChildProgram.start(
              "epmd",
              List.of("epmd", "-port", Integer.toString(mapperPort), "-address", "127.0.0.1"),
              folder.inner("epmd"));
      InetSocketAddress mapperAddress =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), mapperPort);
      mapper.awaitUp(
          () -> RunningBroker.connect(mapperAddress, SocketFactory.getDefault()).close(),
          MAPPER_TIME);
      ChildProgram process =
          ChildProgram.start(
              Broker.RABBITMQ,
              List.of(program.toString()),
              folder,
              environment -> prepare(environment, folder.path(), listen, mapperPort, nodePort));
      try {
        process.awaitUp(
            () -> RunningBroker.requireAnswer(listen, sockets, HEADER, METHOD_FRAME), START_TIME);
      } catch (IOException e) {
        throw new IOException(e.getMessage() + " " + logged(folder.path()), e);
      }
      return new RabbitNode(logOf(folder.path()), configuration, mapper, process);
    } catch (IOException | InterruptedException | RuntimeException e) {
      if (mapper != null) {
        mapper.stop(DRAIN_SIGNAL, MAPPER_TIME);
      }
      folder.remove();
      throw e;
    }
  }

  private static String configuration(InetSocketAddress listen, @Nullable TlsSide tls, Path folder)
      throws IOException {
    try (InputStream in = RabbitNode.class.getResourceAsStream("rabbitmq.conf")) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks rabbitmq.conf");
      }
      return new String(in.readAllBytes(), UTF_8)
          .replace("${listener}", listener(listen, tls))
          .replace("${maxMessageBytes}", Integer.toString(Broker.MAX_MESSAGE_BYTES))
          .replace("${folder}", folder.toString());
    }
  }

  /** Where it listens: in plain text, or encrypted and nowhere else. */
  private static String listener(InetSocketAddress listen, @Nullable TlsSide tls) {
    String at = listen.getAddress().getHostAddress() + ":" + listen.getPort();
    if (tls == null) {
      return "listeners.tcp.1 = " + at;
    }
    boolean mutual = tls.mode() == Tls.MTLS;
    return String.join(
        "\n",
        "listeners.tcp = none",
        "listeners.ssl.1 = " + at,
        "ssl_options.cacertfile = " + tls.folder().resolve(TlsSide.AUTHORITY_FILE),
        "ssl_options.certfile = " + tls.certificate(),
        "ssl_options.keyfile = " + tls.key(),
        "ssl_options.verify = " + (mutual ? "verify_peer" : "verify_none"),
        "ssl_options.fail_if_no_peer_cert = " + mutual);
  }

  /**
   * Everything of it is in the folder, whatever this host has in /etc/rabbitmq and in the
   * environment. Its node is known on this host alone: the name is that of the loopback address,
   * where other nodes would have to reach it, and where the port mapper is.
   */
  private static void prepare(
      Map<String, String> environment,
      Path folder,
      InetSocketAddress listen,
      int mapperPort,
      int nodePort) {
    environment.keySet().removeIf(name -> name.startsWith("RABBITMQ_") || name.startsWith("ERL_"));
    environment.remove("NOTIFY_SOCKET");
    environment.put("HOME", folder.toString()); // for .erlang.cookie
    environment.put("LANG", "C.UTF-8");
    environment.put("ERL_EPMD_PORT", Integer.toString(mapperPort));
    environment.put("ERL_EPMD_ADDRESS", "127.0.0.1");
    environment.put("RABBITMQ_NODENAME", "rpc-stress-" + listen.getPort() + "@localhost");
    environment.put("RABBITMQ_DIST_PORT", Integer.toString(nodePort));
    environment.put("RABBITMQ_CONF_ENV_FILE", folder.resolve("rabbitmq-env.conf").toString());
    environment.put("RABBITMQ_CONFIG_FILES", folder.resolve("credentials.conf").toString());
    environment.put("RABBITMQ_CONFIG_FILE", folder.resolve("rabbitmq.conf").toString());
    environment.put("RABBITMQ_ADVANCED_CONFIG_FILE", folder.resolve("none.config").toString());
    environment.put("RABBITMQ_ENABLED_PLUGINS_FILE", folder.resolve("enabled_plugins").toString());
    environment.put("RABBITMQ_MNESIA_BASE", folder.resolve("mnesia").toString());
    environment.put("RABBITMQ_LOG_BASE", folder.resolve(LOG_FOLDER).toString());
    environment.put("RABBITMQ_PID_FILE", folder.resolve("node.pid").toString());
    environment.put(
        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "-kernel inet_dist_use_interface {127,0,0,1}");
    // The script then becomes the node, instead of starting it: one process, whose id is known.
    environment.put("detached", "true");
  }

  private static Path logOf(Path folder) {
    return folder.resolve(LOG_FOLDER).resolve("node.log");
  }

  /** The end of its own log, in one line. */
  private static String logged(Path folder) {
    try {
      String all = Files.readString(logOf(folder), ISO_8859_1);
      return all.substring(Math.max(0, all.length() - 1000)).strip().replaceAll("\\s+", " ");
    } catch (IOException nothing) {
      return "";
    }
  }

  @Override
  public List<Path> logs() {
    return List.of(log);
  }

  @Override
  public boolean stop(Duration atMost) throws InterruptedException {
    boolean whole = process.stop(DRAIN_SIGNAL, atMost);
    mapper.stop(DRAIN_SIGNAL, MAPPER_TIME);
    return whole;
  }
}
