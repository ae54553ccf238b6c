package io.rpcstress.client.harness.process;

/** A thread that keeps no process alive. */
public final class DaemonThread {

  private DaemonThread() {}

  public static Thread start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
