package io.rpcstress.rpcx;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * The shortest life of a client: connects, makes calls, ends. Its own program, so that what a
 * process loads can be counted.
 *
 * <pre>java ... io.rpcstress.rpcx.FirstCall PORT CALLS</pre>
 *
 * Prints the bytes that the calling thread allocates for a call, in the last half of the calls.
 */
final class FirstCall {
  private FirstCall() {}

  /** The client's interface, with nothing that is not called. */
  @RPCXClient(remoteServerName = "greeter")
  interface Client {
    /** The one method. */
    @Method("greet")
    String greet(String name);
  }

  public static void main(String[] args) {
    int calls = Integer.parseInt(args[1]);
    try (RPCX rpcx =
        RPCX.builder().address("127.0.0.1").port(Integer.parseInt(args[0])).build().connect()) {
      Client greeter = rpcx.client(Client.class);
      String answer = greeter.greet("0123456789abcdef");
      if (!"hello, 0123456789abcdef".equals(answer)) {
        throw new IllegalStateException("the server answered " + answer);
      }
      System.out.println("first call over");
      if (calls > 1) {
        System.out.println(allocated(greeter, calls) + " bytes a call");
      }
    }
  }

  private static long allocated(Client greeter, int calls) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = 0;
    for (int i = 0; i < calls; i++) {
      if (i == calls / 2) {
        before = threads.getCurrentThreadAllocatedBytes();
      }
      String unused = greeter.greet("0123456789abcdef");
    }
    return (threads.getCurrentThreadAllocatedBytes() - before) / (calls - calls / 2);
  }
}
