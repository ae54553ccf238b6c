package io.rpcstress.analysis.model;

import io.rpcstress.measure.record.SweepFile;
import io.rpcstress.usage.ShellWords;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The command line that a sweep was measured with, as its sweep.json keeps the options: each under
 * its own name. Immutable.
 *
 * @param options name and value, in the file's order
 * @param seed of the random orders; empty where it is not known
 */
public record MeasuringLine(List<Sweep.Fact> options, Optional<String> seed) {

  /** Where a sweep's own servers are. */
  private static final String LOOPBACK = "127.0.0.1";

  /** How many processes of each point. */
  private static final String REPEAT = "repeat";

  /** What says where the servers are and how the process is set up, whatever is measured. */
  private static final Set<String> PLACE = Set.of("host", "port", "usage-port", "jvm-options");

  /** That of a sweep; empty where sweep.json does not keep it. */
  public static Optional<MeasuringLine> of(Sweep sweep) {
    List<Sweep.Fact> options = sweep.section(SweepFile.OPTIONS);
    return options.stream().noneMatch(o -> o.name().equals("protocols"))
        ? Optional.empty()
        : Optional.of(new MeasuringLine(options, sweep.fact("", SweepFile.SEED)));
  }

  /** All of it, for a shell. */
  public String sweep() {
    List<String> words = new ArrayList<>(List.of("./sweep.sh"));
    options.forEach(
        o -> {
          if (o.name().equals("host") && o.value().equals(LOOPBACK)) {
            words.add("--local");
          } else {
            add(words, o);
          }
        });
    seed.ifPresent(s -> words.addAll(List.of("--seed", s)));
    return ShellWords.join(words);
  }

  /**
   * The same with more processes of each point, into the sweep's folder, where those that are there
   * stay; empty where it asked for as many already, or for as many as it takes.
   */
  public Optional<String> repeated(int processes, Path folder) {
    List<Sweep.Fact> more = new ArrayList<>(options);
    more.removeIf(o -> o.name().equals(REPEAT) && isLess(o.value(), processes));
    if (more.stream().anyMatch(o -> o.name().equals(REPEAT))) {
      return Optional.empty();
    }
    more.add(new Sweep.Fact(SweepFile.OPTIONS, REPEAT, String.valueOf(processes)));
    return Optional.of(
        new MeasuringLine(more, seed).sweep() + " --out " + ShellWords.quoted(folder.toString()));
  }

  private static boolean isLess(String repeat, int processes) {
    return repeat.matches("[0-9]{1,4}") && Integer.parseInt(repeat) < processes;
  }

  /** The words that lead any other command of the harness to the same servers. */
  public static List<String> place(Sweep sweep) {
    List<String> words = new ArrayList<>();
    sweep.section(SweepFile.OPTIONS).stream()
        .filter(o -> PLACE.contains(o.name()))
        .forEach(o -> add(words, o));
    return words.stream().map(ShellWords::quoted).toList();
  }

  /**
   * The line that measures cold starts into a sweep's folder, for a shell on the client's host. It
   * names no host where the files do not.
   */
  public static String coldStart(Sweep sweep, List<String> protocols) {
    List<String> words = new ArrayList<>(List.of("java", "-jar", "client-harness.jar"));
    words.addAll(
        List.of("coldstart", "--protocol", ShellWords.quoted(String.join(",", protocols))));
    words.addAll(place(sweep));
    words.addAll(List.of("--out", ShellWords.quoted("results/" + sweep.name())));
    return String.join(" ", words);
  }

  /** Whether the files say where the servers are. */
  public static boolean knowsHost(Sweep sweep) {
    return sweep.section(SweepFile.OPTIONS).stream().anyMatch(o -> o.name().equals("host"));
  }

  private static void add(List<String> words, Sweep.Fact option) {
    words.add("--" + option.name());
    if (!(SweepFile.FLAGS.contains(option.name()) && option.value().equals("true"))) {
      words.add(option.value());
    }
  }
}
