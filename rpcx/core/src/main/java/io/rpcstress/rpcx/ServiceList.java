package io.rpcstress.rpcx;

import java.io.PrintStream;

/**
 * Lists what a service centre would publish of packages, without listening: what a scan finds, by
 * which names it can be called and with which types.
 *
 * <p>As a command, with the application on the class path: {@code java -cp ...
 * io.rpcstress.rpcx.ServiceList io.my.app}.
 */
public final class ServiceList {
  private static final int BAD_INPUT = 2;

  private ServiceList() {}

  /**
   * Prints a line for each method that can be called, in alphabetical order.
   *
   * @param args names of packages, of which those below are scanned, too
   */
  public static void main(String[] args) {
    int exit = run(args, System.out, System.err);
    if (exit != 0) {
      System.exit(exit);
    }
  }

  /** Prints the list, or one line that says what is wrong; returns the exit code. */
  static int run(String[] args, PrintStream out, PrintStream err) {
    if (args.length == 0) {
      err.println(
          "expected names of packages with @RPCXServer classes, such as io.my.app, got none");
      return BAD_INPUT;
    }
    try {
      ServiceCentre.Builder builder = ServiceCentre.builder();
      for (String name : args) {
        builder = builder.scan(name);
      }
      for (String line : builder.published()) {
        out.println(line);
      }
      return 0;
    } catch (IllegalArgumentException e) {
      err.println(e.getMessage());
      return BAD_INPUT;
    }
  }
}
