package io.rpcstress.client.harness.agent;

/** A thread that keeps no process alive. */
final class DaemonThread {

  private DaemonThread() {}

  static void start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }
}
