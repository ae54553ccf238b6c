package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.sweep.Axis;
import io.rpcstress.client.harness.sweep.Grid;
import io.rpcstress.client.harness.sweep.Grid.Contender;
import io.rpcstress.client.harness.sweep.SweepFile;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/** Reads back what {@code sweep begin} wrote of its options. */
final class Stored {

  /** How often each cell is measured; sweeps from before it was an option lack it, and mean 1. */
  static final String REPEAT = "repeat";

  /** Top-level key: {@link MeasuringOrder#RANDOM} or {@link MeasuringOrder#GIVEN}. */
  static final String TECHNOLOGY_ORDER = "technologyOrder";

  /** Top-level key: limits that decide about the sweep's exit code; absent where there are none. */
  static final String THRESHOLD = "threshold";

  private static final Set<String> OF_THE_GRID =
      Set.of("protocols", "threads", "requests", "order", REPEAT);

  private Stored() {}

  /**
   * The sweep of a folder.
   *
   * @param given what the command line said, for the message
   * @throws Misuse if the folder holds none, or one that cannot be read
   * @throws IOException if the file cannot be read at all
   */
  static SweepFile sweep(String given, Path folder) throws IOException {
    if (!SweepFile.isIn(folder)) {
      throw new Misuse(given + " holds no sweep: sweep begin makes one");
    }
    try {
      return SweepFile.read(folder);
    } catch (IllegalArgumentException e) {
      throw new Misuse(String.valueOf(e.getMessage()));
    }
  }

  static Grid grid(SweepFile file) {
    Map<String, String> options = file.options();
    List<Contender> contenders = new ArrayList<>();
    for (String word : need(options, "protocols").split(",", -1)) {
      contenders.add(Contender.of(word, Point.EXAMPLE));
    }
    int repeat = Integer.parseInt(options.getOrDefault(REPEAT, "1"));
    try {
      return new Grid(
          contenders,
          Axis.parse(need(options, "threads")),
          Axis.parse(need(options, "requests")),
          RequestMode.of(need(options, "request-mode")),
          need(options, "order"),
          repeat,
          Long.parseLong(file.text("seed")),
          isShuffled(file, repeat));
    } catch (IllegalArgumentException e) {
      throw new Misuse("sweep.json: " + e.getMessage());
    }
  }

  /** Sweeps from before it was drawn lack the key, and shuffled repeated cells alone. */
  private static boolean isShuffled(SweepFile file, int repeat) {
    String order = file.text(TECHNOLOGY_ORDER);
    return order.isEmpty() ? repeat > 1 : order.equals(MeasuringOrder.RANDOM);
  }

  private static String need(Map<String, String> options, String key) {
    String value = options.get(key);
    if (value == null) {
      throw new Misuse("sweep.json has no option '" + key + "'");
    }
    return value;
  }

  /** The options of {@code run} that are the same at every point. */
  static List<String> pointWords(Map<String, String> options) {
    List<String> words = new ArrayList<>();
    options.forEach(
        (key, value) -> {
          if (!OF_THE_GRID.contains(key)) {
            words.add("--" + key);
            if (!(key.equals("virtual-threads") && value.equals("true"))) {
              words.add(value);
            }
          }
        });
    return words;
  }

  static PointOptions pointOptions(Map<String, String> options) {
    Holder holder = new Holder();
    try {
      CommandLines.withConverters(new CommandLine(holder))
          .parseArgs(pointWords(options).toArray(new String[0]));
    } catch (ParameterException e) {
      throw new Misuse("sweep.json: " + e.getMessage());
    }
    return holder.options;
  }

  @Command(name = "stored")
  private static final class Holder {
    @Mixin private final PointOptions options = new PointOptions();
  }
}
