package io.rpcstress.client.harness.agent;

import io.rpcstress.client.harness.agent.AgentMessage.BoundedLines;
import io.rpcstress.client.harness.process.DaemonThread;
import io.rpcstress.engine.point.ClientBarrier;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where the client process of an agent meets those of other hosts: it says on its stdout that it
 * came, and is answered on its stdin, through the agent. While a clock runs nothing is said but a
 * few bytes a second that tell it that its agent is there; without these it ends by itself, so that
 * it outlives neither an agent that died nor one that was stopped.
 */
public final class AgentMeeting implements ClientBarrier.Meeting {

  /** A line that begins so is of a meeting, and nobody else's event. */
  static final String BEGINNING = "{\"meeting\":";

  /** What an agent says that has nothing else to say. */
  static final String BEAT = "beat";

  /** Of clients that wait until all have come. */
  static final String SUM = "sum";

  /** Of clients that leave at one instant. */
  static final String RELEASE = "release";

  /** System property with which of the clients this one is, from 0; others do not have it. */
  private static final String CLIENT = "rpcstress.agent.client";

  /** System property with how many clients there are. */
  private static final String CLIENTS = "rpcstress.agent.clients";

  /** So long nothing may be heard of the agent, ns. */
  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final int MAX_LINE = 256;
  private static final int AGENT_GONE = 130;

  private final PrintStream out;
  private final BlockingQueue<String> answers = new ArrayBlockingQueue<>(1);
  private volatile long heard = System.nanoTime();
  private long number;

  private AgentMeeting(PrintStream out) {
    this.out = out;
  }

  /** What a client's JVM is told so that {@link #ofThisProcess} knows it. */
  static List<String> words(int client, int clients) {
    return List.of("-D" + CLIENT + "=" + client, "-D" + CLIENTS + "=" + clients);
  }

  /**
   * Where this process meets the clients of other hosts, if it is an agent's; stdin is read by that
   * from now on, and this process ends with it.
   */
  public static @Nullable ClientBarrier ofThisProcess(PrintStream out) {
    Integer client = Integer.getInteger(CLIENT);
    if (client == null) {
      return null;
    }
    AgentMeeting meeting = new AgentMeeting(out);
    DaemonThread.start("agent-reader", () -> meeting.read(System.in));
    DaemonThread.start("agent-watch", meeting::watch);
    return ClientBarrier.of(meeting, client, Integer.getInteger(CLIENTS, 1));
  }

  private void read(InputStream in) {
    try {
      BoundedLines lines = new BoundedLines(in, MAX_LINE);
      for (String line; (line = lines.next()) != null; ) {
        heard = System.nanoTime();
        if (!line.equals(BEAT)) {
          answers.put(line);
        }
      }
    } catch (IOException | InterruptedException e) {
      // As good as the end.
    }
    Runtime.getRuntime().halt(AGENT_GONE);
  }

  private void watch() {
    try {
      while (System.nanoTime() - heard < SILENCE_NANOS) {
        TimeUnit.SECONDS.sleep(1);
      }
    } catch (InterruptedException e) {
      // Nobody interrupts it; without it nothing watches.
    }
    Runtime.getRuntime().halt(AGENT_GONE);
  }

  @Override
  public long sum(long mine) {
    return ask(SUM, mine);
  }

  @Override
  public long release() {
    return ask(RELEASE, 0);
  }

  private long ask(String kind, long mine) {
    number++;
    synchronized (out) { // events are printed by other threads, too
      out.println(BEGINNING + "\"" + kind + "\",\"number\":" + number + ",\"mine\":" + mine + "}");
      out.flush();
    }
    String answer;
    try {
      answer = answers.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while waiting for the other client hosts");
    }
    String expected = answer(kind, number, 0);
    expected = expected.substring(0, expected.length() - 1);
    if (!answer.startsWith(expected)) {
      throw new IllegalStateException(
          "'%s' received as the answer to start %d (%s)".formatted(answer, number, kind));
    }
    return Long.parseLong(answer.substring(expected.length()));
  }

  /** What is answered to all clients that came to a meeting. */
  static String answer(String kind, long number, long value) {
    return kind + " " + number + " " + value;
  }
}
