package io.rpcstress.client.harness.agent;

import io.rpcstress.client.harness.agent.HostAgent.Received;
import io.rpcstress.client.harness.agent.RowsOfHost.ClockOffset;
import io.rpcstress.client.harness.agent.RowsOfHost.ReadableRow;
import io.rpcstress.client.harness.plan.Documents;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.process.ChildReport;
import io.rpcstress.client.harness.process.SeveralClients;
import io.rpcstress.engine.point.ForwardingListener;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.Run;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * One point while it is measured on several hosts: hears their client processes, lets them meet and
 * leaves them go together, and notices one that is lost. Confined to the thread that measures; used
 * once.
 */
final class HostsPoint {

  /** So long nothing may be heard of an agent, ns; with what follows it is named within 5 s. */
  static final long SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(3_500);

  private static final long POLL_MILLIS = 200;

  /** So long client processes may take to end once they are told to, ns. */
  private static final long ENDING_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Round trips by which a clock is read before each release. */
  private static final int CLOCK_TRIPS = 5;

  /** From the answer to a release to the gates' opening, beside round trips, ns. */
  private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final int LEAD_TRIPS = 4;
  private static final long MAX_LEAD_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** What all clients of a point may write at most, characters. */
  private static final long MAX_CHARACTERS = 1L << 30;

  private final BlockingQueue<Received> queue;
  private final PointTask task;
  private final Consumer<String> log;
  private final PointListener listener;
  private final SeveralClients together;
  private final List<OneHost> hosts = new ArrayList<>();
  private long characters;
  private @Nullable OneHost failed;

  HostsPoint(
      List<HostAgent> agents,
      BlockingQueue<Received> queue,
      PointTask task,
      Point whole,
      PointListener listener,
      Consumer<String> log) {
    this.queue = queue;
    this.task = task;
    this.log = log;
    this.listener = listener;
    List<String> names = agents.stream().map(each -> "client host " + each.name()).toList();
    this.together = new SeveralClients(names, true, new Sums(List.of(listener)));
    for (int number = 0; number < agents.size(); number++) {
      hosts.add(new OneHost(agents.get(number), number, whole));
    }
  }

  /** Takes no sum that could not be read again: numbers of one host may make it overflow. */
  private record Sums(List<PointListener> listeners) implements ForwardingListener {
    @Override
    public Run passed(Run run) {
      ReadableRow.check(run);
      return run;
    }
  }

  /** What is known of one host while the point is measured. */
  private final class OneHost {
    private final HostAgent agent;
    private final int number;
    private final RowsOfHost rows;
    private final ChildReport report;
    private @Nullable Integer exit;
    private int errorLines;
    private int shownLines;
    private @Nullable String meeting;
    private long meetingNumber;
    private long mine;
    private @Nullable Received clock;
    private ClockOffset offset = ClockOffset.NONE;

    OneHost(HostAgent agent, int number, Point whole) {
      this.agent = agent;
      this.number = number;
      this.rows = new RowsOfHost(together.of(number), whole, task.runs(), () -> offset);
      this.report = new ChildReport(rows, this::show);
    }

    /**
     * Also what its client prints to its stdout and is no event: of that an agent passes on all.
     */
    private void show(String line) {
      if (++shownLines <= AgentMessage.MAX_ERROR_LINES + AgentMessage.MAX_OWN_ERROR_LINES) {
        log.accept(together.named(number, HostAgent.printable(line)));
      }
    }
  }

  boolean run() throws InterruptedException {
    List<PointTask> shares = task.shares();
    for (OneHost each : hosts) {
      each.agent.say(
          AgentMessage.of("start")
              .put("task", Documents.of(shares.get(each.number)))
              .put("client", each.number)
              .put("clients", hosts.size()));
    }
    long until = System.nanoTime() + task.calls().timeout().toNanos();
    try {
      hear(until, () -> hosts.stream().allMatch(each -> each.exit != null));
    } finally {
      end();
    }
    OneHost first = failed;
    if (first == null) {
      for (OneHost each : hosts) {
        var unused = each.report.ended(each.exit, task.calls().timeout());
      }
    }
    boolean good = report(first == null ? null : first.number);
    if (good) {
      tellClocks();
    }
    return good;
  }

  /** Adds up what the hosts sent, which may be anything. */
  private boolean report(@Nullable Integer first) {
    try {
      return together.report(
          first, "%d client hosts; the others were ended".formatted(hosts.size()));
    } catch (RuntimeException e) {
      listener.failed(
          new PointFailure(
              FailureCause.CRASHED,
              HostAgent.printable(
                  "the rows of the client hosts do not add up: " + e.getMessage())));
      return false;
    }
  }

  private void tellClocks() {
    for (OneHost each : hosts) {
      log.accept(
          String.format(
              Locale.ROOT,
              "client host %s: its clock is known to within %.3f ms, half a round trip",
              each.agent.name(),
              each.offset.uncertainMs()));
    }
  }

  /** Hears all hosts until something is so, one has failed, or time is over. */
  private void hear(long until, BooleanSupplier enough) throws InterruptedException {
    while (failed == null && !enough.getAsBoolean()) {
      long now = System.nanoTime();
      if (now >= until) {
        return;
      }
      Received said =
          queue.poll(
              Math.min(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS), until - now),
              TimeUnit.NANOSECONDS);
      if (said != null) {
        said.taken();
        take(said);
      }
      hosts.forEach(this::noticeSilence);
      OneHost one = hosts.get(0);
      if (failed == null && hosts.stream().allMatch(each -> each.meeting != null)) {
        answer(String.valueOf(one.meeting), one.meetingNumber);
      }
    }
  }

  private void noticeSilence(OneHost host) {
    long silent = System.nanoTime() - host.agent.heard();
    if (silent > SILENCE_NANOS && host.agent.trouble() == null) {
      host.agent.lost(
          String.format(Locale.ROOT, "its agent sent nothing for %.1f s", silent / 1e9));
    }
    String trouble = host.agent.trouble();
    if (trouble != null) {
      String last = host.agent.lastError();
      fail(
          host,
          FailureCause.CLIENT_LOST,
          "it was lost: " + trouble + (last.isEmpty() ? "" : " (" + last + ")"));
    }
  }

  private void fail(OneHost host, FailureCause cause, String detail) {
    if (failed == null) {
      failed = host;
      host.report.failed(new PointFailure(cause, detail));
    }
  }

  private void take(Received said) {
    OneHost host =
        hosts.stream().filter(each -> each.agent == said.from()).findFirst().orElse(null);
    JsonNode message = said.message();
    if (host == null || message == null) {
      return; // of a connection that was given up, or whose end is noticed by its trouble
    }
    try {
      switch (AgentMessage.kind(message)) {
        case "out" -> wrote(host, message.required("line").stringValue());
        case "err" -> wroteError(host, message.required("line").stringValue());
        case "clock" -> host.clock = said;
        case "ended" -> ended(host, message.required("exit").intValue());
        case "refused" ->
            fail(
                host,
                FailureCause.CRASHED,
                "its agent refused " + HostAgent.printable(message.required("why").stringValue()));
        default -> throw new IllegalArgumentException("no message of an agent");
      }
    } catch (RuntimeException e) { // whatever a host's rows make of the code that reads them
      host.agent.lost(HostAgent.printable(String.valueOf(e.getMessage())));
    }
  }

  private void count(String line) {
    characters += line.length();
    if (characters > MAX_CHARACTERS) {
      throw new IllegalArgumentException(
          "its client wrote more than %d characters".formatted(MAX_CHARACTERS));
    }
  }

  private void wroteError(OneHost host, String line) {
    count(line);
    if (++host.errorLines > AgentMessage.MAX_ERROR_LINES + AgentMessage.MAX_OWN_ERROR_LINES) {
      throw new IllegalArgumentException("its agent sent more lines of errors than it may");
    }
    host.report.stderr(line);
  }

  private void wrote(OneHost host, String line) {
    count(line);
    if (!line.startsWith(AgentMeeting.BEGINNING)) {
      host.report.event(line);
      return;
    }
    JsonNode meeting = AgentMessage.read(line);
    host.meeting = meeting.required("meeting").stringValue();
    host.meetingNumber = meeting.required("number").longValue();
    host.mine = meeting.required("mine").longValue();
  }

  private void ended(OneHost host, int exit) {
    host.exit = exit;
    if (exit != 0 && failed == null) {
      failed = host;
      var unused = host.report.ended(exit, task.calls().timeout());
    }
  }

  private void answer(String kind, long number) throws InterruptedException {
    for (OneHost each : hosts) {
      if (!kind.equals(each.meeting) || each.meetingNumber != number) {
        fail(each, FailureCause.CRASHED, "its client joined another start than the others");
        return;
      }
      each.meeting = null;
    }
    if (kind.equals(AgentMeeting.RELEASE)) {
      release(number);
      return;
    }
    long sum = hosts.stream().mapToLong(each -> each.mine).sum();
    for (OneHost each : hosts) {
      each.agent.tell(AgentMeeting.answer(kind, number, sum));
    }
  }

  /** Lets all leave at one instant, which each is told by its own clock. */
  private void release(long number) throws InterruptedException {
    for (OneHost each : hosts) {
      readClock(each);
    }
    if (failed != null) {
      return;
    }
    long longest = hosts.stream().mapToLong(each -> each.offset.roundTripNanos()).max().orElse(0);
    long at = System.nanoTime() + Math.min(MAX_LEAD_NANOS, LEAD_NANOS + LEAD_TRIPS * longest);
    for (OneHost each : hosts) {
      each.agent.tell(AgentMeeting.answer(AgentMeeting.RELEASE, number, each.offset.there(at)));
    }
  }

  private void readClock(OneHost host) throws InterruptedException {
    List<ClockOffset> trips = new ArrayList<>();
    for (int trip = 0; trip < CLOCK_TRIPS && failed == null; trip++) {
      host.clock = null;
      Instant sentWall = Instant.now();
      long sent = System.nanoTime();
      host.agent.say(AgentMessage.of("clock").put("n", trip));
      hear(sent + SILENCE_NANOS, () -> host.clock != null);
      Received said = host.clock;
      if (said == null) {
        fail(host, FailureCause.CLIENT_LOST, "it was lost: its agent does not report its clock");
        return;
      }
      trips.add(offset(host, said, sent, sentWall));
    }
    if (!trips.isEmpty()) {
      host.offset = ClockOffset.best(trips);
    }
  }

  private ClockOffset offset(OneHost host, Received said, long sent, Instant sentWall) {
    JsonNode message = said.message();
    if (message == null) {
      return ClockOffset.NONE;
    }
    try {
      return ClockOffset.of(
          sent,
          sentWall,
          said.at(),
          message.required("nanos").longValue(),
          Instant.ofEpochSecond(
              message.required("wallSeconds").longValue(),
              message.required("wallNanos").intValue()));
    } catch (JacksonException | DateTimeException e) {
      fail(host, FailureCause.CLIENT_LOST, "it was lost: its agent reports no time");
      return ClockOffset.NONE;
    }
  }

  /** Ends every client process that is left; a host that does not do it loses its connection. */
  private void end() throws InterruptedException {
    List<OneHost> left = new ArrayList<>();
    for (OneHost each : hosts) {
      if (each.agent.trouble() != null) {
        each.agent.close();
      } else if (each.exit == null) {
        each.agent.say(AgentMessage.of("end"));
        left.add(each);
      }
    }
    long until = System.nanoTime() + ENDING_NANOS;
    while (!left.isEmpty() && System.nanoTime() < until) {
      Received said = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
      if (said != null) {
        said.taken();
        left.removeIf(each -> said.from() == each.agent && isEnd(said.message()));
      }
    }
    left.forEach(each -> each.agent.close());
  }

  private static boolean isEnd(@Nullable JsonNode message) {
    return message == null || message.path("message").asString("").equals("ended");
  }
}
