package io.rpcstress.client.harness.agent;

import io.rpcstress.contract.PrintableText;
import io.rpcstress.measure.BadRow;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.measure.ServiceRow;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether a row that another host has sent can be read again once it is in a file, and be shown to
 * a person. Stateless.
 */
final class ReadableRow {

  private static final int MAX_TEXT = 200;

  /** Nothing is read from there. */
  private static final Path NO_FILE = Path.of("row");

  private ReadableRow() {}

  static void check(Run run) {
    if (!run.conditions().loop().equals(Conditions.OPEN)) {
      try {
        checkNone(RunCsv.parse(NO_FILE, RunCsv.format(List.of(run))).bad());
      } catch (IllegalArgumentException e) {
        throw new IllegalStateException("not a row: " + e.getMessage(), e);
      }
    }
    boolean plain =
        Stream.of(
                    run.conditions().operation(),
                    run.conditions().loop(),
                    run.conditions().connectionPolicy(),
                    run.cost().wire().countedBy(),
                    run.circumstances().serverProcess(),
                    run.circumstances().serverAddress())
                .allMatch(ReadableRow::isPlain)
            && run.flags().stream().allMatch(flag -> Flag.of(flag).isPresent());
    if (!plain) {
      throw new IllegalStateException("a row with a text that no client writes");
    }
  }

  static void check(OpenRun open) {
    checkNone(RunCsv.parseOpen(NO_FILE, RunCsv.format(open)).bad());
  }

  static void check(List<ServiceRow> services) {
    try {
      var unused = ServiceRow.parse(ServiceRow.csv(services));
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException("not rows of services: " + e.getMessage(), e);
    }
    if (!services.stream().allMatch(each -> isTime(each.cpuMs()) && isTime(each.workMs()))) {
      throw new IllegalStateException("a row of a service with a time that is none");
    }
  }

  private static void checkNone(List<BadRow> bad) {
    if (!bad.isEmpty()) {
      throw new IllegalStateException("not a row: " + bad.get(0).problem());
    }
  }

  private static boolean isTime(@Nullable Double millis) {
    return millis == null || (Double.isFinite(millis) && millis >= 0);
  }

  private static boolean isPlain(@Nullable String text) {
    return text == null || PrintableText.of(text, MAX_TEXT).equals(text);
  }
}
