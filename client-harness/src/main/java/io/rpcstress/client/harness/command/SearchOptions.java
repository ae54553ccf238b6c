package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.campaign.search.SearchPlan;
import io.rpcstress.client.harness.campaign.search.SearchServers;
import io.rpcstress.client.harness.campaign.search.Slo;
import io.rpcstress.client.harness.plan.Jvms;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.OptionWords;
import io.rpcstress.client.harness.process.ServerControl;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.OfferedLoad;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How the highest rate is searched that holds an objective. */
final class SearchOptions {

  static final int LOWEST_RATE = 100;

  private static final int HIGHEST_RATE = 1_000_000;

  /** Probes for each technology. */
  private static final int MAX_PROBES = 40;

  private static final String NONE = "none";
  private static final String ONCE = "--once";

  /** A rate beyond the found one by more than this says nothing more. */
  private static final BigDecimal HIGHEST_FACTOR = BigDecimal.valueOf(100);

  @Spec(Spec.Target.SELF)
  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  private CommandSpec own;

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init")
  private CommandSpec command;

  @Option(
      names = "--search",
      description =
          "Search for the highest rate that holds --slo. Starts at what a warm closed loop of "
              + "--threads reaches and goes down, not below --rate (default: 100). One process "
              + "calls at --full-speed (default here: 10s), then offers rate after rate, each for "
              + "--duration after --warmup. Each confirmation is a process of its own with one "
              + "rate. A --deadline of one or two seconds shortens probes of rates that are too "
              + "high.")
  boolean asked;

  @Option(
      names = ONCE,
      description =
          "With --search: leave out technologies whose search has ended in --out with the same "
              + "options. So an interrupted command continues with the rest.")
  boolean once;

  @Option(
      names = "--slo",
      paramLabel = "pNN=TIME",
      description =
          "Limits of --search, such as p99=10ms. They apply to the response time: p50, p90, p99 "
              + "or p99.9, several as p50=500us,p99.9=1s. A probe holds them if it also achieves "
              + "99 %% of its rate and no call fails, exceeds its deadline or is abandoned.")
  private @Nullable String slo;

  @Option(
      names = "--server-control",
      paramLabel = "FILE",
      description =
          "With --search: the program that starts and stops servers: deploy/servers.sh here, or "
              + "deploy/host/ask-servers.sh on host A (default: servers are left as they are). "
              + "Each technology's search and each confirmation then has a new server, and no "
              + "other server runs. Servers that ran before are running again at the end.")
  private @Nullable Path control;

  @Option(
      names = "--precision",
      paramLabel = "SHARE",
      converter = Converters.OfShare.class,
      description = "With --search: precision of the rate, 0.1%% to 100%% (default: 5%%).")
  private double precision = 0.05;

  @Option(
      names = "--max-rate",
      paramLabel = "N",
      converter = Converters.OfCount.class,
      description =
          "With --search: the highest rate to try, in calls per second (default: " + "1000000).")
  private @Nullable Integer highest;

  @Option(
      names = "--retry-flagged",
      paramLabel = "N",
      converter = Converters.OfRetries.class,
      description =
          "With --search: how often a rate is tried again if its row carries a flag that "
              + "invalidates it, such as foreign-cpu (default: 2). Those rows stay in the file.")
  private int again = 2;

  @Option(
      names = "--confirm",
      paramLabel = "N",
      converter = Converters.OfCount.class,
      description =
          "With --search: probes that repeat the found rate (default: 3). More than half must "
              + "hold, or the search goes down a step.")
  private int confirmations = 3;

  @Option(
      names = "--beyond",
      paramLabel = "FACTORS",
      description =
          "With --search: further probes at these multiples of the found rate, or none (default: "
              + "1.1,1.25,1.5,2).")
  private String beyond = "1.1,1.25,1.5,2";

  Slo slo() {
    String text = slo;
    if (text == null) {
      throw new Misuse("--search needs --slo: give one, such as --slo p99=10ms");
    }
    return Misuse.named("--slo ", () -> Slo.parse(text));
  }

  SearchPlan plan(OfferedLoad lowest) {
    long fitting = OfferedLoad.MAX_CALLS / ((long) lowest.seconds() + lowest.warmupSeconds());
    Integer asked = highest;
    if (asked != null && asked > fitting) {
      throw new Misuse(
          "--max-rate %d: %d at most expected, for %d calls in --warmup and --duration"
              .formatted(asked, fitting, OfferedLoad.MAX_CALLS));
    }
    int limit = asked == null ? (int) Math.min(HIGHEST_RATE, fitting) : asked;
    if (limit < lowest.rate()) {
      throw new Misuse(
          "--max-rate %d: not below --rate %d expected".formatted(limit, lowest.rate()));
    }
    return Misuse.named(
        "--precision, --confirm: ",
        () -> new SearchPlan(lowest.rate(), limit, precision, confirmations, MAX_PROBES));
  }

  void check(boolean forks, boolean keeps) {
    if (once && !keeps) {
      throw new Misuse(ONCE + " needs --out DIR: add it");
    }
    if (!forks) {
      throw new Misuse("--search needs processes of its own: leave --no-fork out");
    }
    Path program = control;
    if (program != null && !(Files.isRegularFile(program) && Files.isExecutable(program))) {
      throw new Misuse(
          "--server-control " + program + ": a program such as deploy/servers.sh expected");
    }
  }

  /** Those that searches start anew; null where servers are left as they are. */
  @Nullable SearchServers servers(
      List<PointPlan> plans, Jvms jvm, @Nullable Path out, PrintStream stderr) throws IOException {
    Path program = control;
    if (program == null) {
      return null;
    }
    Path log = Path.of("/dev/null");
    if (out != null) {
      log = Files.createDirectories(out.resolve("log")).resolve("servers.txt");
    }
    List<String> names =
        plans.stream().flatMap(plan -> plan.neededNames().stream()).distinct().toList();
    return new SearchServers(new ServerControl(program.toAbsolutePath(), log), names, jvm, stderr);
  }

  int again() {
    return again;
  }

  List<BigDecimal> beyond() {
    List<BigDecimal> factors = new ArrayList<>();
    if (beyond.isEmpty() || beyond.equals(NONE)) {
      return factors;
    }
    for (String word : beyond.split(",", -1)) {
      try {
        BigDecimal factor = new BigDecimal(word);
        if (factor.compareTo(BigDecimal.ONE) > 0 && factor.compareTo(HIGHEST_FACTOR) <= 0) {
          factors.add(factor);
          continue;
        }
      } catch (NumberFormatException e) {
        // said below, in the same words as for a number out of range
      }
      throw new Misuse(
          "--beyond '" + word + "': factors above 1, up to 100, such as 1.1,1.5, or none expected");
    }
    return factors;
  }

  void refuseUnlessAsked() {
    OptionWords given = given("");
    if (!given.list().isEmpty()) {
      throw new Misuse(String.join(" ", given.list()) + " needs --search: add it");
    }
  }

  OptionWords options() {
    return given(ONCE);
  }

  /** In the order that they are declared in, as they were given. */
  private OptionWords given(String leftOut) {
    OptionWords given = new OptionWords();
    for (OptionSpec each : own.options()) {
      String name = each.longestName();
      if (OptionValues.isGiven(command, name) && !name.equals(leftOut)) {
        boolean flag = each.arity().max() == 0;
        given.add(name, flag ? (Object) true : String.join(",", OptionValues.given(command, name)));
      }
    }
    return given;
  }
}
