package io.rpcstress.client.harness.host;

/** Beyond what a fact spoils a measurement. The one place for these numbers. */
final class HostLimits {

  /** Runnable threads per CPU over the last minute, with nothing being measured. */
  static final double MAX_LOAD_PER_CPU = 0.3;

  /** Cores that other programs may keep busy when a sweep begins. */
  static final double MAX_BUSY_CORES = 0.25;

  /** Open files: 990 connections, jars and logs, and as much again for safety. */
  static final long MIN_OPEN_FILES = 4096;

  /** Processes and threads of a user: 990 calling threads and what the JVMs start beside them. */
  static final long MIN_PROCESSES = 2048;

  /** Ephemeral ports: without connection reuse every call leaves one in TIME_WAIT for 60 s. */
  static final long MIN_PORTS = 20_000;

  /**
   * Share of the CPU's time, 0 to 1: of 100 ticks a second one is noise, three are another guest.
   */
  static final double MAX_STEAL = 0.02;

  /** Fewer ticks (10 ms each) than this say nothing about a share. */
  static final long MIN_TICKS = 50;

  /** One System.nanoTime, ns: a system call instead of a read of a register takes this and more. */
  static final long MAX_CLOCK_COST_NANOS = 200;

  /** The oldest JDK that the programs are built for. */
  static final int OLDEST_JDK = 17;

  /** Calling threads of the paper's largest point. */
  static final int MAX_CALLING_THREADS = 990;

  /** A JVM beside heap, direct buffers and stacks: code, classes, collector; bytes. */
  static final long JVM_ITSELF_BYTES = 100L << 20;

  private HostLimits() {}
}
