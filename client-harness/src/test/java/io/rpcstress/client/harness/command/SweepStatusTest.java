package io.rpcstress.client.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.campaign.sweep.Ledger;
import io.rpcstress.client.harness.campaign.sweep.SweepPlan;
import io.rpcstress.client.harness.campaign.sweep.SweepStatus;
import io.rpcstress.client.harness.campaign.sweep.SweepTally;
import io.rpcstress.client.harness.metrics.ProcessCounts;
import io.rpcstress.client.harness.plan.Axis;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.client.harness.plan.SweepOrder;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.measure.record.SweepFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A sweep's progress, read from a folder that holds a part of a kept sweep. */
class SweepStatusTest {

  /** Timed loops of six technologies, 60 processes. */
  private static final Path KEPT = Path.of("../results/steady");

  private static final Instant BEGUN = Instant.parse("2026-11-22T09:00:00Z");

  /** What the files of a copy say, whenever they were measured. */
  private static final Instant COPIED = Instant.parse("2026-12-24T18:00:00Z");

  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @BeforeEach
  void keepOneTechnologyOnly() throws IOException {
    Files.copy(KEPT.resolve("sweep.json"), folder.resolve("sweep.json"));
    Path raw = Files.createDirectories(folder.resolve("raw/tcp"));
    int number = 0;
    try (Stream<Path> files = Files.list(KEPT.resolve("raw/tcp"))) {
      for (Path each : files.sorted().toList()) {
        Path copy = Files.copy(each, raw.resolve(each.getFileName()));
        Files.setLastModifiedTime(copy, FileTime.from(COPIED));
        if (isResult(copy)) {
          startedAt(BEGUN.plusSeconds(number++), copy);
        }
      }
    }
  }

  /** All rows of a result file as if they had begun then. */
  private static void startedAt(Instant then, Path csv) throws IOException {
    List<String> lines = Files.readAllLines(csv);
    int column = List.of(lines.get(0).split(",")).indexOf("startedAt");
    List<String> changed = new ArrayList<>(List.of(lines.get(0)));
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      cells[column] = then.toString();
      changed.add(String.join(",", cells));
    }
    Files.write(csv, changed);
  }

  private String status(Instant now) throws IOException {
    SweepFile file = SweepFile.read(folder);
    file.put(SweepFile.END, "");
    file.put("sessions", List.of(Map.of("start", BEGUN.toString())));
    new SweepStatus(file, BegunSweep.plan(file), folder)
        .print(new PrintStream(out, true, StandardCharsets.UTF_8), now);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void saysWhatIsDoneFlaggedAndLeftAndWhatCameLast() throws IOException {
    String said = status(BEGUN.plusSeconds(15));

    assertThat(said)
        .contains("10 of 60 processes done (17 %), 0 failed, 0 skipped", "50 left")
        .containsPattern("flagged: [0-9]+ \\(.*not-steady [0-9]+")
        .containsPattern("about [0-9].* left, at [0-9.]+ s a process since 2026-11-22T09:00:00Z");
    assertThat(said.lines().filter(line -> line.startsWith("  2026-11-22T09:00"))).hasSize(5);
    assertThat(said.lines().skip(3)).first().asString().contains("tcp", "done, flagged");
    assertThat(said).doesNotContain("2026-12-24").doesNotContain("stopped");
  }

  @Test
  void aSweepThatNobodyEndedAndNobodyMeasuresSaysThatItSeemsToHaveStopped() throws IOException {
    assertThat(status(BEGUN.plusSeconds(3600)))
        .contains("50 left")
        .containsPattern(
            "the newest is 59 min [0-9]+ s old, [0-9]{3,4} times what one takes: it seems");
  }

  /** Neither comes better by measuring again, and both keep a row out of verdicts. */
  @Test
  void flagsThatNoRepetitionMendsAreCountedToo() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("raw/tcp"))) {
      for (Path each : files.filter(f -> f.toString().endsWith(".csv")).toList()) {
        String flag = each.toString().contains("-p1.") ? "profiled" : "clock";
        String text = Files.readString(each);
        Files.writeString(each, text.replaceAll(",client-cpu[a-z -]*,", "," + flag + ","));
      }
    }

    assertThat(status(BEGUN.plusSeconds(100)))
        .contains("flagged: 10 (clock 8, profiled 2)", "done, flagged clock");
  }

  private static boolean isResult(Path file) {
    return file.toString().endsWith(".csv") && !file.toString().endsWith(".series.csv");
  }

  @Test
  void whereALimitWasSetItSaysWhatCameLateAndWhatWasAccepted() throws IOException {
    SweepFile file = SweepFile.read(folder);
    file.put("options", "late-after", "900ms");
    file.save();
    long ok = 0;
    try (Stream<Path> files = Files.list(folder.resolve("raw/tcp"))) {
      for (Path each : files.filter(SweepStatusTest::isResult).toList()) {
        List<String> lines = Files.readAllLines(each);
        Files.writeString(
            each,
            lines.get(0)
                + ",callsLate,lateAfterMs\n"
                + String.join(",3,900\n", lines.subList(1, lines.size()))
                + ",3,900\n");
        ok += RunCsv.read(each).runs().stream().mapToLong(run -> run.calls().ok()).sum();
      }
    }

    long late = 10 * 5 * 3;
    assertThat(status(BEGUN.plusSeconds(100)))
        .contains(
            "late after 900 ms: %d of %d right answers, so %d accepted"
                .formatted(late, ok, ok - late));
  }

  @Test
  @Timeout(60)
  void towardsAnOpenEndOfThreadsItLooksNoFurtherThanAnybodyCame() throws IOException {
    SweepFile file = SweepFile.read(folder);
    SweepGrid kept = BegunSweep.grid(file);
    SweepPlan plan = BegunSweep.plan(file);
    SweepGrid open =
        new SweepGrid(
            kept.contenders(),
            Axis.parse("10::10"),
            kept.requests(),
            kept.mode(),
            new SweepOrder(SweepOrder.PAPER, kept.repetitions(), 1, false),
            kept.dimensions());
    SweepTally tally = new SweepTally(plan, open, folder, new Ledger(folder, Instant.MIN));
    assertThat(tally.sums().done()).isPositive();
    assertThat(tally.sums().left()).as("at least").isPositive();
  }

  /** What a scrape says while a sweep is measured is the same, told point by point. */
  @Test
  void aProcessThatEndedIsCountedWithoutLookingAtTheOthersAgain() throws IOException {
    SweepFile file = SweepFile.read(folder);
    SweepGrid grid = BegunSweep.grid(file);
    SweepPlan plan = BegunSweep.plan(file);
    SweepTally tally = new SweepTally(plan, grid, folder, new Ledger(folder, Instant.MIN));
    ProcessCounts before = tally.sums();
    assertThat(before.done()).isEqualTo(10);
    assertThat(before.left()).isEqualTo(50);

    Point point = grid.point(new Contender("rpcx", "example"), 10, grid.requests().value(0));
    Path raw = Files.createDirectories(folder.resolve("raw/rpcx"));
    for (String ending : List.of(".csv", ".hlog")) {
      String name = point.fileStem() + ending;
      Files.copy(KEPT.resolve("raw/rpcx").resolve(name), raw.resolve(name));
    }
    tally.look(point);
    tally.look(point);

    assertThat(tally.sums().done()).isEqualTo(11);
    assertThat(tally.sums().left()).isEqualTo(49);
    assertThat(tally.sums())
        .isEqualTo(new SweepTally(plan, grid, folder, new Ledger(folder, Instant.MIN)).sums());
  }

  @Test
  void writesNothing() throws IOException {
    Instant before = Files.getLastModifiedTime(folder.resolve("sweep.json")).toInstant();
    status(BEGUN);

    assertThat(Files.getLastModifiedTime(folder.resolve("sweep.json")).toInstant())
        .isEqualTo(before);
    try (Stream<Path> there = Files.list(folder)) {
      assertThat(there.map(p -> p.getFileName().toString()))
          .containsExactlyInAnyOrder("sweep.json", "raw");
    }
  }

  @Test
  void aSweepThatIsOverSaysSo() throws IOException {
    SweepFile file = SweepFile.read(KEPT);
    new SweepStatus(file, BegunSweep.plan(file), KEPT)
        .print(new PrintStream(out, true, StandardCharsets.UTF_8), Instant.now());

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("60 of 60 processes done (100 %)", "0 left", "ended " + file.text("end"));
  }
}
