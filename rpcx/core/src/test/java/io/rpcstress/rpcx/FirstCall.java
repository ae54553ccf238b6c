package io.rpcstress.rpcx;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * The shortest life of a client: connects, makes calls one by one, ends. Its own program, so that
 * what a process loads can be counted.
 *
 * <pre>java ... io.rpcstress.rpcx.FirstCall PORT CALLS</pre>
 *
 * Prints the process's CPU time until the first call is over; with more calls than one, also their
 * time, CPU time, and the bytes that the calling thread allocates for each of the last half.
 */
final class FirstCall {
  private static final String NAME = "0123456789abcdef";

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
      String answer = greeter.greet(NAME);
      if (!("hello, " + NAME).equals(answer)) {
        throw new IllegalStateException("the server answered " + answer);
      }
      // A count of loaded classes ends here.
      System.out.println("first call over");
      OperatingSystemMXBean process =
          (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
      long cpu = process.getProcessCpuTime();
      System.out.println("first-cpu-us " + cpu / 1000);
      if (calls > 1) {
        long begin = System.nanoTime();
        System.out.println("allocated-bytes " + allocated(greeter, calls));
        System.out.println("wall-us " + (System.nanoTime() - begin) / 1000);
        System.out.println("cpu-us " + (process.getProcessCpuTime() - cpu) / 1000);
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
      String unused = greeter.greet(NAME);
    }
    return (threads.getCurrentThreadAllocatedBytes() - before) / (calls - calls / 2);
  }
}
