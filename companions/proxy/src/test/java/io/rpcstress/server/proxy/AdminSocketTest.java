package io.rpcstress.server.proxy;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.rpcstress.contract.Carriage;
import io.rpcstress.server.base.program.AdminSocket;
import io.rpcstress.server.proxy.ProxyProgram.Counted;
import io.rpcstress.server.proxy.ProxyProgram.Route;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read from an admin socket, and what is refused; its answers are scripted. */
class AdminSocketTest {

  @TempDir Path folder;

  private AdminSocket answering(String answer) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(folder.resolve(AdminSocket.NAME)));
    Thread thread =
        new Thread(
            () -> {
              try (server;
                  SocketChannel peer = server.accept()) {
                peer.read(ByteBuffer.allocate(1_000));
                peer.write(ByteBuffer.wrap(answer.getBytes(US_ASCII)));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            "admin");
    thread.setDaemon(true);
    thread.start();
    return new AdminSocket(folder);
  }

  private static Route route(Carriage carriage) {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    return new Route(any, any, carriage, 1, 1);
  }

  private static final String FOUND = "HTTP/1.1 200 OK\r\n";
  private static final String END_OF_HEAD = "\r\n";

  private static String chunk(String text) {
    return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
  }

  @Test
  void aNumberThatTwoChunksShareIsOneNumber() throws IOException {
    AdminSocket admin =
        answering(
            FOUND
                + "transfer-encoding: chunked\r\n"
                + END_OF_HEAD
                + chunk("http.rpcstress.downstream_rq_total: 1")
                + chunk("2\nlistener.rpcstress.downstream_cx_active: 3\n")
                + chunk(""));
    Counted counted = new Envoy().counted(admin, route(Carriage.HTTP));
    assertThat(counted).isEqualTo(new Counted(12, 3));
  }

  @Test
  void ofTheRedisProtocolTheOperationsAloneCount() throws IOException {
    String stats =
        """
        redis.rpcstress.command.greet.total: 5
        redis.rpcstress.command.put.total: 2
        redis.rpcstress.command.ping.total: 9
        redis.rpcstress.downstream_rq_total: 20
        listener.rpcstress.downstream_cx_active: 8
        """;
    AdminSocket admin = answering(FOUND + END_OF_HEAD + stats);
    assertThat(new Envoy().counted(admin, route(Carriage.REDIS))).isEqualTo(new Counted(7, 8));
  }

  @Test
  void nginxsOwnAskingIsNoCall() throws IOException {
    String status =
        """
        Active connections: 5\s
        server accepts handled requests
         9 9 107\s
        Reading: 0 Writing: 1 Waiting: 4\s
        """;
    AdminSocket admin = answering(FOUND + END_OF_HEAD + status);
    assertThat(new Nginx().counted(admin, route(Carriage.HTTP))).isEqualTo(new Counted(106, 4));
  }

  @Test
  void haproxysColumnsAreFoundByTheirNames() throws IOException {
    AdminSocket admin =
        answering("# pxname,svname,scur,stot,req_tot,\nrpcstress,FRONTEND,4,9,1234,\n\n");
    assertThat(new Haproxy().counted(admin, route(Carriage.GRPC))).isEqualTo(new Counted(1_234, 4));
  }

  @Test
  void whatIsNoAnswerIsRefused() throws IOException {
    AdminSocket admin = answering("Unknown command\n");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new Haproxy().counted(admin, route(Carriage.HTTP)))
        .withMessage("haproxy does not answer with its statistics");
  }

  @Test
  void brokenChunksAreRefused() throws IOException {
    AdminSocket admin =
        answering("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\nshort\r\n");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> admin.get("/"))
        .withMessageContaining("broken chunks");
  }

  @Test
  void aMissingListenerIsNoAnswer() {
    AdminSocket admin = new AdminSocket(folder);
    assertThatExceptionOfType(IOException.class).isThrownBy(() -> admin.ask("anything"));
    assertThat(admin.answered()).isZero();
  }
}
