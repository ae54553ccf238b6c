package com.example.greeting;

import io.rpcstress.rpcx.ServiceCentre;
import java.io.UncheckedIOException;

/** Publishes the service until it is stopped (Ctrl-C). */
public final class ServerProgram {
  private ServerProgram() {}

  /** Starts the service on a port of 127.0.0.1; 0 for any free one. */
  static ServiceCentre start(int port) {
    return ServiceCentre.builder().port(port).publish(new GreeterService()).start();
  }

  /**
   * Runs the program.
   *
   * @param args the port, or nothing for 9001
   */
  public static void main(String[] args) throws InterruptedException {
    ServiceCentre centre;
    try {
      centre = start(args.length == 0 ? 9001 : port(args[0]));
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage() + ". Usage: ServerProgram [PORT]");
      System.exit(2);
      return;
    } catch (UncheckedIOException e) {
      System.err.println(e.getCause().getMessage() + ". Free the port, or give another one");
      System.exit(2);
      return;
    }
    // Lets calls in flight end, for up to five seconds.
    Runtime.getRuntime().addShutdownHook(new Thread(centre::close));
    System.out.println("greeter listens on " + centre.address() + ":" + centre.port());
    Thread.currentThread().join();
  }

  private static int port(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("port is \"" + text + "\", expected 0 to 65535", e);
    }
  }
}
