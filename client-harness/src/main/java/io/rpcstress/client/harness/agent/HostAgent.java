package io.rpcstress.client.harness.agent;

import io.rpcstress.client.harness.agent.AgentMessage.BoundedLines;
import io.rpcstress.client.harness.process.DaemonThread;
import io.rpcstress.client.harness.process.ForkedPoint;
import io.rpcstress.contract.PrintableText;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The harness's end of the connection to one agent: a process, ssh or the agent itself, whose
 * streams are the connection. What the agent says is read by a thread of this, and queued; to it
 * any thread may speak.
 */
final class HostAgent implements AutoCloseable {

  /** What a login may print before the agent speaks, lines. */
  private static final int MAX_GREETING_LINES = 100;

  private static final int MAX_ERROR_BYTES = 16 << 10;
  private static final int MAX_SHOWN = 300;

  /** What it may have said that nobody has taken yet, characters. */
  private static final long MAX_UNTAKEN = 2L * AgentMessage.MAX_FROM_AGENT;

  /** What a message takes beside its text. */
  private static final int MESSAGE_CHARACTERS = 1_000;

  private final String name;
  private final Process process;
  private final BlockingQueue<Received> queue;
  private final AtomicLong untaken = new AtomicLong();
  private volatile long heard = System.nanoTime();
  private volatile String lastError = "";
  private volatile @Nullable String trouble;

  /**
   * What an agent said.
   *
   * @param message null where the connection ended
   * @param at this host's monotonic clock when it came, ns
   * @param characters what it takes until it is taken from the queue
   */
  record Received(HostAgent from, @Nullable JsonNode message, long at, int characters) {

    /** It was taken from the queue, once: there is room for more. */
    void taken() {
      from.untaken.addAndGet(-characters);
    }
  }

  private HostAgent(String name, Process process, BlockingQueue<Received> queue) {
    this.name = name;
    this.process = process;
    this.queue = queue;
  }

  static HostAgent start(String name, List<String> command, BlockingQueue<Received> queue)
      throws IOException {
    HostAgent agent = new HostAgent(name, new ProcessBuilder(command).start(), queue);
    DaemonThread.start("agent-of-" + name, agent::read);
    DaemonThread.start("errors-of-" + name, agent::readErrors);
    return agent;
  }

  String name() {
    return name;
  }

  /** Since when nothing was heard of it, ns of this host's monotonic clock. */
  long heard() {
    return heard;
  }

  Process process() {
    return process;
  }

  /** Why the connection cannot be used any more; null where it can. */
  @Nullable String trouble() {
    return trouble;
  }

  void lost(String why) {
    if (trouble == null) {
      trouble = why;
    }
  }

  /** What was last printed to the stderr of the connection; empty where nothing was. */
  String lastError() {
    return lastError;
  }

  private void read() {
    String why = "its connection ended";
    try (InputStream from = process.getInputStream()) {
      BoundedLines lines = new BoundedLines(from, AgentMessage.MAX_FROM_AGENT);
      int foreign = 0;
      boolean spoken = false;
      for (String line; (line = lines.next()) != null; ) {
        if (!spoken) {
          int at = line.indexOf(AgentMessage.BEGINNING);
          if (at < 0 && foreign++ < MAX_GREETING_LINES) {
            continue; // what a login prints, which need not end its last line
          }
          line = line.substring(Math.max(0, at));
        }
        spoken = true;
        heard = System.nanoTime();
        if (!line.equals(AgentMessage.BEAT)) {
          int characters = line.length() + MESSAGE_CHARACTERS;
          if (untaken.addAndGet(characters) > MAX_UNTAKEN) {
            throw new IOException("its agent sent more than the harness reads");
          }
          queue.put(new Received(this, AgentMessage.read(line), heard, characters));
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      why = "its connection broke: " + printable(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    lost(why);
    var unused = queue.offer(new Received(this, null, System.nanoTime(), 0));
  }

  private void readErrors() {
    try (InputStream from = process.getErrorStream()) {
      BoundedLines lines = new BoundedLines(from, MAX_ERROR_BYTES);
      for (String line; (line = lines.next()) != null; ) {
        if (!line.isBlank()) {
          lastError = printable(line.strip());
        }
      }
    } catch (IOException e) {
      // It says nothing more.
    }
  }

  static String printable(String text) {
    return PrintableText.of(text, MAX_SHOWN);
  }

  void say(ObjectNode message) {
    say(AgentMessage.line(message));
  }

  void say(String line) {
    try {
      AgentMessage.write(line, process);
    } catch (IOException e) {
      lost("its connection ended");
    }
  }

  void tell(String line) {
    say(AgentMessage.of("tell").put("line", line));
  }

  @Override
  public void close() {
    lost("closed");
    ForkedPoint.end(process);
  }
}
