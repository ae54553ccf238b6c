package io.rpcstress.rpcx.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A service centre in a JVM of its own, on this host. Thread-safe. */
final class ServerProcess implements AutoCloseable {
  private static final long END_SECONDS = 15;

  private final Process process;
  private final BufferedReader out;
  private final OutputStream in;
  private final ReentrantLock lock = new ReentrantLock();
  private final int port;

  /**
   * Starts one, of the class path of this process.
   *
   * @param jvm options of the JVM
   * @param options of {@link ServeCommand}
   * @throws IOException if it does not print its port
   */
  ServerProcess(List<String> jvm, String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvm);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Main.class.getName(), "serve"));
    command.addAll(Arrays.asList(options));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    in = process.getOutputStream();
    port = Integer.parseInt(answer(ServeCommand.PORT));
  }

  private String answer(String beginning) throws IOException {
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith(beginning)) {
        return line.substring(beginning.length());
      }
    }
    throw new IOException("the server process has ended" + exit());
  }

  private String exit() {
    return process.isAlive() ? "" : " with " + process.exitValue();
  }

  /** Where it listens, on loopback. */
  int port() {
    return port;
  }

  /**
   * What it holds.
   *
   * @param collected whether its garbage goes first
   * @throws IOException if it has ended
   */
  Held held(boolean collected) throws IOException {
    lock.lock();
    try {
      String question = (collected ? ServeCommand.COLLECTED : ServeCommand.NOW) + "\n";
      in.write(question.getBytes(StandardCharsets.UTF_8));
      in.flush();
      return Held.parse(answer(ServeCommand.HOLDS));
    } finally {
      lock.unlock();
    }
  }

  /** Ends it without a word to its clients. */
  void kill() throws InterruptedException {
    int unused = process.destroyForcibly().waitFor();
  }

  /** Ends it. */
  @Override
  public void close() throws IOException {
    @Nullable IOException problem = null;
    try {
      in.close();
    } catch (IOException e) {
      problem = e;
    }
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    out.close();
    if (problem != null && process.exitValue() == 0) {
      throw problem;
    }
  }
}
