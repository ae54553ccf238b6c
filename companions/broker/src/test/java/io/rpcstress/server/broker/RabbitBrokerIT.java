package io.rpcstress.server.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.contract.BrokerCredentials;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.usage.ServerUsage;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The jar with the real RabbitMQ; where that is not installed, its tests are counted as skipped.
 */
@Timeout(300)
class RabbitBrokerIT {

  @TempDir Path folder;

  private static void assumeInstalled() {
    assumeTrue(
        Files.isExecutable(Path.of(BrokerServer.RABBITMQ_FOLDER, "rabbitmq-server")),
        "rabbitmq-server is not installed here");
  }

  /** With a folder for temporary files of its own: another broker here would clear up in one. */
  private ServerProcess started() {
    return ServerProcess.ready(
        List.of("-Djava.io.tmpdir=" + folder),
        Path.of("target", "server-broker.jar"),
        "rabbitmq",
        "--credentials",
        folder.resolve(BrokerCredentials.FILE_NAME).toString());
  }

  /** The brokers' private ones. */
  private List<Path> folders() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(f -> f.getFileName().toString().startsWith("rpc-stress-rabbitmq")).toList();
    }
  }

  /** The node, the port mapper, and whatever they started. */
  private static List<ProcessHandle> below(ServerProcess broker) {
    return ProcessHandle.of(broker.pid()).orElseThrow().descendants().toList();
  }

  /** How the broker answers this login: the method's class and number. */
  private static int login(ServerProcess broker, String user, String password) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), broker.port())) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      socket.getOutputStream().write(new byte[] {'A', 'M', 'Q', 'P', 0, 0, 9, 1});
      readMethod(in); // Connection.Start
      byte[] response = ("\0" + user + "\0" + password).getBytes(UTF_8);
      ByteArrayOutputStream method = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(method);
      out.writeInt(0x000a000b); // Connection.StartOk
      out.writeInt(0); // no properties
      out.writeByte(5);
      out.writeBytes("PLAIN");
      out.writeInt(response.length);
      out.write(response);
      out.writeByte(5);
      out.writeBytes("en_US");
      DataOutputStream frame = new DataOutputStream(socket.getOutputStream());
      frame.writeByte(1);
      frame.writeShort(0);
      frame.writeInt(method.size());
      frame.write(method.toByteArray());
      frame.writeByte(0xCE);
      frame.flush();
      return readMethod(in);
    }
  }

  /** Its class and number, or 0 where the connection ended instead. */
  private static int readMethod(DataInputStream in) throws IOException {
    try {
      if (in.read() != 1) {
        return 0;
      }
    } catch (SocketException reset) {
      return 0;
    }
    in.readUnsignedShort();
    byte[] payload = new byte[in.readInt()];
    in.readFully(payload);
    in.readByte();
    return ByteBuffer.wrap(payload).getInt();
  }

  @Test
  void itsOwnUserAloneIsLetInAndNothingIsLeftBehind() throws Exception {
    assumeInstalled();
    List<ProcessHandle> started;
    try (ServerProcess broker = started()) {
      Path file = folder.resolve(BrokerCredentials.FILE_NAME);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      BrokerCredentials made = BrokerCredentials.read(file);
      int tune = 0x000a001e;
      assertThat(login(broker, made.user(), made.password())).isEqualTo(tune);
      assertThat(login(broker, "guest", "guest")).isZero();
      assertThat(login(broker, made.user(), "guess")).isZero();

      ServerUsage used = broker.usage();
      assertThat(used.technology()).isEqualTo("rabbitmq");
      assertThat(used.process().cpuNanos()).isPositive();
      assertThat(used.process().rssKb()).isBetween(20_000L, 600_000L);
      assertThat(used.processId()).isNotEqualTo(broker.pid());

      String configuration =
          ServerProcess.get(broker.usageAddress().resolve("/configuration")).body();
      assertThat(configuration)
          .contains("127.0.0.1:" + broker.port())
          .doesNotContain(made.password());
      assertThat(broker.err()).hasSize(1).allSatisfy(l -> assertThat(l).contains("usage"));
      started = below(broker);
      assertThat(started).isNotEmpty();
      for (ProcessHandle each : started) {
        assertThat(Files.readString(Path.of("/proc", Long.toString(each.pid()), "cmdline")))
            .doesNotContain(made.password());
      }
      List<Path> now = folders();
      assertThat(now).hasSize(1);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(now.get(0))))
          .isEqualTo("rwx------");

      broker.terminate();
      assertThat(broker.exitCode()).isZero();
      assertThat(now.get(0)).doesNotExist();
    }
    awaitEnd(started);
  }

  @Tag("long")
  @Test
  void itEndsWithItsNodeAndTheNodeEndsWithIt() throws Exception {
    assumeInstalled();
    List<ProcessHandle> left;
    try (ServerProcess broker = started()) {
      left = below(broker);
      ProcessHandle.of(broker.usage().processId()).orElseThrow().destroyForcibly();
      assertThat(broker.exitCode()).isEqualTo(1);
      assertThat(broker.err())
          .filteredOn(line -> line.contains("the broker has ended"))
          .singleElement()
          .asString()
          .contains("signal 9")
          .doesNotContain("Starting broker")
          .hasSizeLessThan(500);
    }
    awaitEnd(left);
    List<Path> remains;
    try (ServerProcess broker = started()) {
      left = below(broker);
      assertThat(left).isNotEmpty();
      remains = folders();
      assertThat(remains).hasSize(1);
      broker.kill();
      broker.exitCode();
    }
    awaitEnd(left);
    assertThat(remains.get(0).resolve("credentials.conf")).exists();
    try (ServerProcess broker = started()) {
      assertThat(remains.get(0)).as("the next one removes what the killed one left").doesNotExist();
      broker.terminate();
      assertThat(broker.exitCode()).isZero();
    }
  }

  private static void awaitEnd(List<ProcessHandle> processes) {
    Awaitility.await()
        .atMost(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
        .untilAsserted(() -> assertThat(processes).noneMatch(ProcessHandle::isAlive));
  }

  @Test
  void aProgramThatIsNotThereIsOneLine() {
    try (ServerProcess broker =
        ServerProcess.launch("rabbitmq", "--program", "/nowhere/rabbitmq-server")) {
      assertThat(broker.exitCode()).isEqualTo(2);
      assertThat(broker.err()).hasSize(1);
      assertThat(broker.err().get(0)).contains("--program '/nowhere/rabbitmq-server'");
    }
  }
}
