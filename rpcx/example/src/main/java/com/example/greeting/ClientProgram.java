package com.example.greeting;

import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXException;

/** Calls the service once. */
public final class ClientProgram {
  private ClientProgram() {}

  /** Greets someone through the service at an address such as {@code 127.0.0.1:9001}. */
  static String greet(String address, String name) {
    // One RPCX serves a whole application and all its threads; here it is needed once.
    try (RPCX rpcx = RPCX.builder().addresses(address).build()) {
      return rpcx.client(Greeter.class).greet(name);
    }
  }

  /**
   * Runs the program.
   *
   * @param args the server's host:port and a name
   */
  public static void main(String[] args) {
    if (args.length != 2) {
      System.err.println(
          args.length + " arguments, expected two. Usage: ClientProgram HOST:PORT NAME");
      System.exit(2);
    }
    try {
      System.out.println(greet(args[0], args[1]));
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    } catch (RPCXException e) {
      // The status says how the call ended, mayHaveRun() whether it can be made again.
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }
}
