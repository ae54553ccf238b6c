package io.rpcstress.usage;

import static io.rpcstress.usage.ProcessUsage.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkCountersTest {
  @Test
  void bytesThroughLoopbackAndTheOpenedConnectionAreCounted() throws Exception {
    InetAddress second = InetAddress.getByName("127.0.0.2");
    byte[] payload = new byte[100_000];
    NetworkCounters before = NetworkCounters.read(second);
    try (ServerSocket listener = new ServerSocket(0, 1, second);
        Socket client = new Socket(second, listener.getLocalPort());
        Socket server = listener.accept()) {
      client.getOutputStream().write(payload);
      assertThat(server.getInputStream().readNBytes(payload.length)).hasSize(payload.length);
    }
    NetworkCounters grown = NetworkCounters.read(second).since(before);
    assertThat(grown.bytesIn()).isGreaterThanOrEqualTo(payload.length);
    assertThat(grown.bytesOut()).isGreaterThanOrEqualTo(payload.length);
    assertThat(grown.packetsIn()).isPositive();
    assertThat(grown.activeOpens()).isPositive();
  }

  @Test
  void columnsAreTakenFromTheRightInterface(@TempDir Path net) throws Exception {
    Files.writeString(
        net.resolve("dev"),
        """
        Inter-|   Receive
         face |bytes packets
           lo:    1 2 0 0 0 0 0 0 3 4 0 0 0 0 0 0
        eth0:  10 20 0 0 0 0 0 0 30 40 0 0 0 0 0 0
        """);
    Files.writeString(
        net.resolve("snmp"),
        "Ip: Forwarding\nIp: 1\nTcp: RtoAlgorithm MaxConn ActiveOpens\nTcp: 1 -1 37\n");
    assertThat(NetworkCounters.read(net, "eth0"))
        .isEqualTo(new NetworkCounters(10, 30, 20, 40, 37));
    assertThat(NetworkCounters.read(net, "eth"))
        .isEqualTo(new NetworkCounters(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, 37));
  }
}
