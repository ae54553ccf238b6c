package io.rpcstress.measure.record;

/**
 * Names of facts of hosts and their link that a program computes with, or picks out, where another
 * has written them. There are more, which are shown as they come.
 */
public final class FactNames {

  public static final String CPUS = "cpu.count.jvm";

  public static final String CPU_MODEL = "cpu.model";

  public static final String KERNEL = "kernel";

  public static final String JDK = "jdk.version";

  /** Median time of a TCP connect between the hosts, us. */
  public static final String ROUND_TRIP_US = "rtt.p50.us";

  /** What a download from B to A got, 10^6 bit/s. */
  public static final String BANDWIDTH_MBPS = "bandwidth.mbps";

  /** What stands where a fact could not be had. */
  public static final String UNKNOWN = "unknown";

  private FactNames() {}
}
