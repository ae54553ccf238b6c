package io.rpcstress.client.harness.agent;

import io.rpcstress.client.harness.agent.AgentMessage.BoundedLines;
import io.rpcstress.client.harness.plan.Documents;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.process.DaemonThread;
import io.rpcstress.client.harness.process.ForkedPoint;
import io.rpcstress.usage.JvmSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The client process that an agent has started, and what it says. */
final class AgentClient {

  private static final int MAX_ERROR_BYTES = 16 << 10;

  /** So long what it started may hold its streams after its end, ms. */
  private static final long STREAMS_MILLIS = 5_000;

  private final Agent agent;
  private final Process process;
  private final Path document;

  private AgentClient(Agent agent, Process process, Path document) {
    this.agent = agent;
    this.process = process;
    this.document = document;
  }

  static AgentClient start(Agent agent, String text, int client, int clients) throws IOException {
    PointTask task = Documents.task(text);
    if (!task.calls().jvms().areNumbers()) {
      throw new IllegalArgumentException("a JDK by its folder, which is no number");
    }
    JvmWords.check(task.calls().jvm());
    Path document = Files.createTempFile("rpc-stress-", ".json");
    Process process;
    try {
      Files.writeString(document, text);
      process = ForkedPoint.talking(task, document, AgentMeeting.words(client, clients)).start();
    } catch (IOException e) {
      Files.deleteIfExists(document);
      throw e;
    }
    AgentClient one = new AgentClient(agent, process, document);
    one.listen();
    return one;
  }

  boolean isRunning() {
    return process.isAlive();
  }

  /** Writes a line to its stdin; nothing where it has ended. */
  void tell(String line) {
    try {
      AgentMessage.write(line, process);
    } catch (IOException e) {
      // It has ended, which is told by itself.
    }
  }

  void end() {
    ForkedPoint.end(process);
    ForkedPoint.delete(document);
  }

  private void listen() {
    Thread stdout =
        DaemonThread.start(
            "client-stdout",
            () ->
                pass("out", process.getInputStream(), AgentMessage.MAX_OF_CLIENT, Long.MAX_VALUE));
    Thread stderr =
        DaemonThread.start(
            "client-stderr",
            () ->
                pass(
                    "err",
                    process.getErrorStream(),
                    MAX_ERROR_BYTES,
                    AgentMessage.MAX_ERROR_LINES));
    DaemonThread.start(
        "client-end",
        () -> {
          try {
            int exit = process.waitFor();
            stdout.join(STREAMS_MILLIS);
            stderr.join(TimeUnit.SECONDS.toMillis(1));
            end();
            agent.say(AgentMessage.line(AgentMessage.of("ended").put("exit", exit)));
          } catch (InterruptedException e) {
            end();
          }
        });
  }

  /** Passes on the first lines of a stream, which is read to its end. */
  private void pass(String kind, InputStream stream, int maxBytes, long maxLines) {
    try (stream) {
      BoundedLines lines = new BoundedLines(stream, maxBytes);
      long number = 0;
      for (String line; (line = lines.next()) != null; ) {
        if (++number <= maxLines) {
          say(kind, line);
        }
      }
    } catch (IOException e) {
      say("err", "its std%s: %s".formatted(kind, e.getMessage()));
      process.destroyForcibly();
    }
  }

  private void say(String kind, String line) {
    agent.say(AgentMessage.line(AgentMessage.of(kind).put("line", line)));
  }

  /**
   * The JVM options that an agent takes from the harness: those that all measuring processes have,
   * memory, and the JVM's own switches and numbers. Others can make a JVM run a program or load
   * code, so that the holder of an agent's key could do more on its host than call servers.
   * Stateless.
   */
  private static final class JvmWords {

    private static final Pattern HARMLESS =
        Pattern.compile(
            "-X(?:m[snx]|ss)[0-9]{1,12}[kKmMgG]?"
                + "|-XX:[+-][A-Za-z0-9]{1,80}"
                + "|-XX:[A-Za-z0-9]{1,80}=[0-9]{1,15}[kKmMgG]?"
                + "|-Xshare:(?:auto|off|on)"
                + "|-Xint");

    private JvmWords() {}

    static void check(List<String> words) {
      List<String> common = JvmSettings.options(Integer.MAX_VALUE, ""); // of every JDK
      for (String word : words) {
        if (!common.contains(word) && !HARMLESS.matcher(word).matches()) {
          throw new IllegalArgumentException(
              ("JVM option '%s' is not accepted by an agent: expected memory sizes, or switches "
                      + "and numbers of -XX:")
                  .formatted(HostAgent.printable(word)));
        }
      }
    }
  }
}
