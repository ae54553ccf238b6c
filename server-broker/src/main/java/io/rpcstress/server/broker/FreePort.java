package io.rpcstress.server.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** A port that nobody listens at now, for a program that cannot say which one it took. */
final class FreePort {

  private FreePort() {}

  /** Any free one of an address. */
  static int on(InetAddress address) throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(address, 0));
      return socket.getLocalPort();
    }
  }
}
