package io.rpcstress.client.harness.agent;

import io.rpcstress.client.harness.agent.HostAgent.Received;
import io.rpcstress.client.harness.plan.ClientHosts;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.process.DaemonThread;
import io.rpcstress.client.harness.process.JarFacts;
import io.rpcstress.client.harness.process.ThisProgram;
import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Point;
import io.rpcstress.usage.ShellWords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The agents on all client hosts of a measurement: started once, asked point by point, ended with
 * this. While a clock runs this process waits, and takes and gives a sign of life now and then.
 * Confined to the thread that measures, but for {@link #close}.
 */
public final class HostAgents implements AutoCloseable {

  /** A JVM that wakes up as rarely as it can, and stays small: it shares its host's processors. */
  private static final List<String> QUIET_JVM =
      List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");

  /**
   * What ssh has to do without asking anybody; a dead connection is given up by its beats. Whatever
   * a person's configuration says, the other host gets neither a key agent nor a port of this one.
   */
  private static final List<String> SSH_OPTIONS =
      List.of(
          "-T",
          "-a",
          "-x",
          "-o",
          "ClearAllForwardings=yes",
          "-o",
          "BatchMode=yes",
          "-o",
          "ConnectTimeout=10",
          "-o",
          "LogLevel=ERROR",
          "-o",
          "ServerAliveInterval=15",
          "-o",
          "ServerAliveCountMax=3");

  /** So long a host may take to log in to and to start a JVM, ns. */
  private static final long HELLO_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final long BEAT_MILLIS = 1_000;
  private static final long POLL_MILLIS = 100;

  private final List<String> names;
  private final Function<String, List<String>> commands;
  private final List<String> technologies;
  private final BlockingQueue<Received> queue = new LinkedBlockingQueue<>();

  /** In the hosts' order; read by the thread that gives signs of life, and where this is closed. */
  private final List<HostAgent> agents = new CopyOnWriteArrayList<>();

  private final Map<String, String> hostOf = new HashMap<>();
  private volatile boolean closed;

  HostAgents(
      List<String> names,
      Function<String, List<String>> commands,
      Collection<String> technologies) {
    this.names = List.copyOf(names);
    this.commands = commands;
    this.technologies = List.copyOf(new TreeSet<>(technologies));
  }

  /** Starts an agent on each host, and sees that it is of this very jar. */
  public static HostAgents open(ClientHosts hosts, Collection<String> technologies)
      throws InterruptedException {
    hosts.check();
    HostAgents all =
        new HostAgents(hosts.names(), name -> command(name, hosts.sshConfig()), technologies);
    try {
      all.begin();
      all.checkApart();
      return all;
    } catch (Misuse | InterruptedException e) {
      all.close();
      throw e;
    }
  }

  private static List<String> command(String host, @Nullable String sshConfig) {
    List<String> command = new ArrayList<>();
    if (host.equals(ClientHosts.HERE)) {
      command.add(ProcessHandle.current().info().command().orElse("java"));
      command.addAll(QUIET_JVM);
      command.addAll(ThisProgram.whole());
      command.add(Agent.COMMAND);
      return command;
    }
    Path jar =
        JarFacts.jar()
            .orElseThrow(
                () ->
                    new Misuse(
                        ClientHosts.OPTION
                            + ": this program does not run from a jar, "
                            + "which all hosts need"));
    return overSsh(host, sshConfig, jar);
  }

  /**
   * What starts an agent on another host: its jar is where this one is, whatever that is called.
   */
  static List<String> overSsh(String host, @Nullable String sshConfig, Path jar) {
    List<String> command = new ArrayList<>(List.of("ssh"));
    if (sshConfig != null) {
      command.addAll(List.of("-F", sshConfig));
    }
    command.addAll(SSH_OPTIONS);
    command.add(host);
    List<String> there = new ArrayList<>(List.of("java"));
    there.addAll(QUIET_JVM);
    there.addAll(List.of("-jar", jar.toString(), Agent.COMMAND));
    command.add(ShellWords.join(there));
    return command;
  }

  void begin() throws InterruptedException {
    Map<String, String> wrong = new TreeMap<>();
    for (String name : names) {
      try {
        agents.add(HostAgent.start(name, commands.apply(name), queue));
      } catch (IOException e) {
        throw new Misuse(ClientHosts.OPTION + ": ssh cannot be started: " + e.getMessage());
      }
    }
    DaemonThread.start("host-agents-beats", this::beat);
    greet(agents, wrong);
    if (!wrong.isEmpty()) {
      throw new Misuse(
          "%s: %s"
              .formatted(
                  ClientHosts.OPTION,
                  String.join(
                      "; ",
                      wrong.entrySet().stream()
                          .map(each -> each.getKey() + " " + each.getValue())
                          .toList())));
    }
  }

  /** Says hello, and waits for the answers; what is wrong is told by host. */
  private void greet(List<HostAgent> some, Map<String, String> wrong) throws InterruptedException {
    String jar;
    Map<String, String> drivers;
    try {
      jar = Agent.jar();
      drivers = JarFacts.drivers(technologies);
    } catch (IOException e) {
      throw new Misuse(ClientHosts.OPTION + ": the jar cannot be read: " + e.getMessage());
    }
    ObjectNode hello = AgentMessage.of("hello").put("jar", jar);
    technologies.forEach(hello.putArray("technologies")::add);
    some.forEach(each -> each.say(hello));
    List<HostAgent> awaited = new ArrayList<>(some);
    long until = System.nanoTime() + HELLO_NANOS;
    while (!awaited.isEmpty() && System.nanoTime() < until) {
      Received said = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
      if (said == null) {
        continue;
      }
      said.taken();
      if (!awaited.remove(said.from())) {
        continue;
      }
      String why = answered(said, jar, drivers);
      if (why != null) {
        wrong.put(said.from().name(), why);
      }
    }
    awaited.forEach(each -> wrong.put(each.name(), "does not answer within 60 s"));
  }

  /** What is wrong with an answer to hello; null where nothing is. */
  private @Nullable String answered(Received said, String jar, Map<String, String> drivers)
      throws InterruptedException {
    HostAgent from = said.from();
    JsonNode message = said.message();
    if (message == null) {
      var unused = from.process().waitFor(1, TimeUnit.SECONDS); // its last words come first
      String error = from.lastError();
      String last = error.isEmpty() ? String.valueOf(from.trouble()) : error;
      return ("cannot be reached (%s): check that ssh can log in there, and that this jar is at "
              + "the same place")
          .formatted(last);
    }
    try {
      return switch (AgentMessage.kind(message)) {
        case "hello" -> {
          if (!message.required("jar").stringValue().equals(jar)) {
            yield otherJar("client-harness.jar");
          }
          JsonNode there = message.required("drivers");
          for (Map.Entry<String, String> each : drivers.entrySet()) {
            if (!each.getValue().equals(there.path(each.getKey()).asString(""))) {
              yield otherJar(each.getKey());
            }
          }
          hostOf.put(from.name(), message.required("host").stringValue());
          yield null;
        }
        case "refused" -> otherJar("client-harness.jar");
        default -> "sent no message of an agent";
      };
    } catch (JacksonException e) {
      return "sent no message of an agent: " + HostAgent.printable(String.valueOf(e.getMessage()));
    }
  }

  private static String otherJar(String name) {
    return "has another version of %s: copy this one there, or run deploy/deploy.sh again"
        .formatted(name);
  }

  /** Sees that no two names are of one host. */
  private void checkApart() {
    Map<String, String> seen = new HashMap<>();
    for (String name : names) {
      String host = hostOf.getOrDefault(name, "");
      String other = host.isEmpty() ? null : seen.put(host, name);
      if (other != null) {
        throw new Misuse(
            "%s: %s and %s are one host: each host once expected"
                .formatted(ClientHosts.OPTION, other, name));
      }
    }
  }

  private void beat() {
    try {
      while (!closed) {
        for (HostAgent each : agents) {
          if (each.trouble() == null) {
            each.say(AgentMessage.BEAT);
          }
        }
        TimeUnit.MILLISECONDS.sleep(BEAT_MILLIS);
      }
    } catch (InterruptedException e) {
      // It ends with this process.
    }
  }

  /**
   * Measures a point on all hosts; whether every run of every host succeeded.
   *
   * @param listener gets the runs of the whole point, each with its hosts' own behind it
   * @param log gets what client processes print, and how well the hosts' clocks are known
   */
  public boolean run(PointTask task, Point whole, PointListener listener, Consumer<String> log)
      throws InterruptedException {
    String missing = startLost();
    if (missing != null) {
      listener.failed(new PointFailure(FailureCause.CLIENT_LOST, missing));
      return false;
    }
    for (Received before; (before = queue.poll()) != null; ) {
      before.taken(); // of the point before this one
    }
    return new HostsPoint(agents, queue, task, whole, listener, log).run();
  }

  /** Starts agents again that were lost before; says what is wrong, or null. */
  private @Nullable String startLost() throws InterruptedException {
    List<HostAgent> again = new ArrayList<>();
    for (int i = 0; i < agents.size(); i++) {
      HostAgent each = agents.get(i);
      if (each.trouble() == null) {
        continue;
      }
      each.close();
      try {
        HostAgent next = HostAgent.start(each.name(), commands.apply(each.name()), queue);
        agents.set(i, next);
        again.add(next);
      } catch (IOException e) {
        return "client host %s: %s".formatted(each.name(), e.getMessage());
      }
    }
    if (again.isEmpty()) {
      return null;
    }
    Map<String, String> wrong = new TreeMap<>();
    greet(again, wrong);
    if (wrong.isEmpty()) {
      return null;
    }
    again.stream().filter(each -> wrong.containsKey(each.name())).forEach(HostAgent::close);
    String name = wrong.keySet().iterator().next();
    return "client host %s %s".formatted(name, wrong.get(name));
  }

  /** The processes that are the connections, in the hosts' order. */
  List<Process> processes() {
    return agents.stream().map(HostAgent::process).toList();
  }

  @Override
  public void close() {
    closed = true;
    agents.forEach(HostAgent::close);
  }
}
