package io.rpcstress.server.base.program;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/** A port without a listener, for a program that cannot report which one it took. */
public final class FreePort {

  private static final Path GIVEN_OUT = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

  /** Below are the ports of most programs that listen. */
  private static final int MIN_PORT = 20_000;

  private static final int MAX_TRIES = 100;

  private FreePort() {}

  /**
   * One of an address. Where there is any, it is none of those that the kernel gives out for
   * connections: a program binds it seconds later, and a connection may have it by then.
   */
  public static int on(InetAddress address) throws IOException {
    int end = firstGivenOut();
    for (int tries = 0; end > MIN_PORT && tries < MAX_TRIES; tries++) {
      try {
        return bound(address, ThreadLocalRandom.current().nextInt(MIN_PORT, end));
      } catch (BindException taken) {
        // another one, then
      }
    }
    return bound(address, 0);
  }

  /** The address that was given, with a free port where any will do. */
  public static InetSocketAddress chosen(InetSocketAddress given) throws IOException {
    return given.getPort() == 0
        ? new InetSocketAddress(given.getAddress(), on(given.getAddress()))
        : given;
  }

  private static int bound(InetAddress address, int port) throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(address, port));
      return socket.getLocalPort();
    }
  }

  /** The lowest port that the kernel gives out; 0 where it does not report it. */
  static int firstGivenOut() {
    try {
      return Integer.parseInt(Files.readString(GIVEN_OUT).strip().split("\\s+", -1)[0]);
    } catch (IOException | NumberFormatException unknown) {
      return 0;
    }
  }
}
