package io.rpcstress.client.harness.agent;

import io.rpcstress.client.harness.agent.AgentMessage.BoundedLines;
import io.rpcstress.client.harness.process.DaemonThread;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.client.harness.process.JarFacts;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes this host one of several that call: starts client processes as the harness asks, and passes
 * on what they say. It listens nowhere: it is spoken to on its stdin and speaks on its stdout, and
 * when these end, or the harness is not heard of for a while, it ends what it started, and itself.
 *
 * <p>While a client process measures, it passes on a sign of life a few times a second, and
 * computes nothing else.
 */
public final class Agent {

  public static final String COMMAND = "agent";

  private static final long BEAT_MILLIS = 500;

  /** So long nothing may be heard of the harness, ns. */
  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final int MAX_TECHNOLOGIES = 64;
  private static final int HARNESS_GONE = 130;

  private final InputStream in;
  private final PrintStream out;
  private volatile long heard = System.nanoTime();
  private boolean greeted;
  private volatile @Nullable AgentClient client;

  public Agent(InputStream in, PrintStream out) {
    this.in = in;
    this.out = out;
  }

  /**
   * Does what it is told until the connection ends.
   *
   * @return the exit code: {@link ExitCode#OK} where it ended, {@link ExitCode#MISUSE} where
   *     something else than this harness spoke
   */
  public int serve() {
    DaemonThread.start("agent-beats", this::beats);
    DaemonThread.start("agent-watch", this::watch);
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "agent-end"));
    BoundedLines lines = new BoundedLines(in, AgentMessage.MAX_TO_AGENT);
    try {
      for (String line; (line = lines.next()) != null; ) {
        heard = System.nanoTime();
        if (!done(AgentMessage.read(line))) {
          return ExitCode.MISUSE;
        }
      }
    } catch (IOException | IllegalArgumentException | JacksonException e) {
      refuse("the message that it received: " + e.getMessage());
      return ExitCode.MISUSE;
    } finally {
      end();
    }
    return ExitCode.OK;
  }

  private void beats() {
    try {
      while (true) {
        TimeUnit.MILLISECONDS.sleep(BEAT_MILLIS);
        if (greeted) {
          say(AgentMessage.BEAT);
        }
      }
    } catch (InterruptedException e) {
      // Nobody interrupts it; without beats the harness gives this host up.
    }
  }

  private void watch() {
    try {
      while (System.nanoTime() - heard < SILENCE_NANOS) {
        TimeUnit.SECONDS.sleep(1);
      }
    } catch (InterruptedException e) {
      // Nobody interrupts it; without it nothing watches.
    }
    end();
    Runtime.getRuntime().halt(HARNESS_GONE);
  }

  void say(String line) {
    synchronized (out) {
      out.println(line);
      out.flush();
    }
  }

  private void refuse(String why) {
    say(AgentMessage.line(AgentMessage.of("refused").put("why", why)));
  }

  /** Does what a message asks; returns whether there is more to hear of who sent it. */
  private boolean done(JsonNode message) throws IOException {
    String kind = AgentMessage.kind(message);
    if (!greeted) {
      return kind.equals("beat") || (kind.equals("hello") && hello(message));
    }
    AgentClient now = client;
    switch (kind) {
      case "beat" -> tell(AgentMeeting.BEAT);
      case "clock" -> say(clock(message.required("n").intValue()));
      case "tell" -> tell(message.required("line").stringValue());
      case "end" -> end();
      case "start" -> {
        if (now != null && now.isRunning()) {
          throw new IllegalArgumentException("start: a client process runs already");
        }
        client =
            AgentClient.start(
                this,
                message.required("task").stringValue(),
                message.required("client").intValue(),
                message.required("clients").intValue());
      }
      default -> throw new IllegalArgumentException("'" + kind + "' is no message to an agent");
    }
    return true;
  }

  private void tell(String line) {
    AgentClient now = client;
    if (now != null) {
      now.tell(line);
    }
  }

  private void end() {
    AgentClient now = client;
    if (now != null) {
      now.end();
    }
  }

  /** Greets a harness of this very version, and no other. */
  private boolean hello(JsonNode message) throws IOException {
    String jar = jar();
    if (!message.required("jar").stringValue().equals(jar)) {
      refuse("its jar: " + (jar.isEmpty() ? "this is none" : "this one's SHA-256 is " + jar));
      return false;
    }
    List<String> technologies =
        message.path("technologies").valueStream().map(JsonNode::stringValue).toList();
    if (technologies.size() > MAX_TECHNOLOGIES) {
      throw new IllegalArgumentException("%d technologies".formatted(technologies.size()));
    }
    ObjectNode answer = AgentMessage.of("hello").put("jar", jar).put("host", host());
    ObjectNode drivers = answer.putObject("drivers");
    JarFacts.drivers(technologies).forEach(drivers::put);
    greeted = true;
    say(AgentMessage.line(answer));
    return true;
  }

  static String jar() throws IOException {
    Map<String, String> facts = JarFacts.describe();
    return facts.getOrDefault("sha256", "");
  }

  /** What no two hosts share; empty where this one does not say. */
  private static String host() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip()
          + " "
          + Files.readSymbolicLink(Path.of("/proc/self/ns/net"));
    } catch (IOException e) {
      return "";
    }
  }

  private static String clock(int number) {
    Instant wall = Instant.now();
    return AgentMessage.line(
        AgentMessage.of("clock")
            .put("n", number)
            .put("nanos", System.nanoTime())
            .put("wallSeconds", wall.getEpochSecond())
            .put("wallNanos", wall.getNano()));
  }
}
