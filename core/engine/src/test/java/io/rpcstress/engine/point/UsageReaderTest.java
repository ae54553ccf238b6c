package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.driver.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;

class UsageReaderTest {

  @Test
  void aServerThatSendsAByteNowAndThenGetsNoLongerThanOneThatSendsNothing() throws Exception {
    try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread slow = new Thread(() -> sendSlowly(listening));
      slow.start();
      UsageReader reader = new UsageReader(new Address("127.0.0.1", listening.getLocalPort()), 300);

      assertThatThrownBy(reader::usage).isInstanceOf(SocketTimeoutException.class);

      slow.join();
    }
  }

  /** Ends as soon as its reader is gone. */
  private static void sendSlowly(ServerSocket listening) {
    try (Socket peer = listening.accept()) {
      while (true) {
        peer.getOutputStream().write('H');
        Thread.sleep(20);
      }
    } catch (IOException gone) {
      // the reader has closed
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
