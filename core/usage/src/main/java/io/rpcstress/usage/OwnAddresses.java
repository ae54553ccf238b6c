package io.rpcstress.usage;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;

/** The addresses of this host: what is sent to them never leaves it. */
public final class OwnAddresses {

  private OwnAddresses() {}

  public static boolean include(InetAddress address) {
    try {
      return address.isAnyLocalAddress()
          || address.isLoopbackAddress() // all of 127.0.0.0/8, of which an interface has one
          || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException unreadable) {
      return false;
    }
  }

  /** The same of a host by its name or address; false where the name stands for no address. */
  public static boolean include(String host) {
    try {
      return include(InetAddress.getByName(host));
    } catch (IOException unknown) {
      return false;
    }
  }
}
