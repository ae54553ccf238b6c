package io.rpcstress.client.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.SampleRun;
import io.rpcstress.client.harness.plan.Disruption;
import io.rpcstress.client.harness.plan.Jvms;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.FaultCourse;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A fault at its moment, where a program of the test's stands for the one that controls servers.
 */
@Timeout(60)
class DisruptedPointTest {

  private static final OfferedLoad LOAD = new OfferedLoad(ArrivalShape.CONSTANT, 10, 1, 0, 0);
  private static final Point POINT =
      new Point("tcp", Point.EXAMPLE, 1, 10, RequestMode.TOTAL, LOAD)
          .with(Dimension.FAULT, Disruption.SERVER_FROZEN.label());
  private static final FaultCourse PLANNED =
      new FaultCourse(
          FaultCourse.dueMs(LOAD), null, null, new TreeSet<>(List.of("deadline=3")), 9L, 1L);

  @TempDir private Path folder;

  private ServerControl control(String script) throws IOException {
    Path program =
        Files.createFile(
            folder.resolve("control"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.writeString(program, "#!/bin/sh\n" + script);
    return new ServerControl(program, folder.resolve("log"));
  }

  private Gathered under(int exit, boolean opensGate) throws IOException, InterruptedException {
    return under(Disruption.SERVER_FROZEN, "freeze tcp", exit, opensGate);
  }

  private Gathered under(Disruption disruption, String call, int exit, boolean opensGate)
      throws IOException, InterruptedException {
    Path calls = folder.resolve("calls");
    Path events = Files.createFile(folder.resolve("events"));
    DisruptedPoint fault =
        new DisruptedPoint(
            disruption,
            "tcp",
            LOAD,
            Jvms.ANY,
            control("echo \"$*\" >'%s'\nexit %d\n".formatted(calls, exit)));

    fault.begin(events);
    if (opensGate) {
      try (PrintStream child =
          new PrintStream(Files.newOutputStream(events), true, StandardCharsets.UTF_8)) {
        PointEvents.writer(child, POINT, 0).gateOpens();
      }
      while (!Files.exists(calls)) {
        Thread.sleep(10);
      }
      fault.end();
      assertThat(calls).hasContent(call);
    } else {
      fault.end();
      assertThat(calls).doesNotExist();
    }
    Gathered gathered = new Gathered();
    fault.passingOn(gathered).open(open(), new Histogram(3), new Histogram(3));
    return gathered;
  }

  private static OpenRun open() {
    Latency none = Latency.of(new Histogram(3));
    CallCounts calls = new CallCounts(10, 7, 0, 3, 0);
    return new OpenRun(
            SampleRun.of(POINT, 0, 1_000_000, calls, none, Cost.UNKNOWN, List.of()),
            none,
            CallCounts.allOk(0),
            10,
            7,
            OpenRun.ASYNC)
        .with(PLANNED);
  }

  @ParameterizedTest
  @CsvSource({
    "SERVER_FROZEN, freeze tcp",
    "NEIGHBOUR, neighbour tcp",
    "LINE_CUT, cut tcp",
    "LINE_LOSS, loss tcp"
  })
  void theRowSaysWhenTheFaultWasDueWhenItCameAndWhenItWasOver(Disruption disruption, String call)
      throws Exception {
    OpenRun row = Objects.requireNonNull(under(disruption, call, 0, true).openRun());
    FaultCourse course = Objects.requireNonNull(row.fault());

    assertThat(course.dueMs()).as("a quarter of a second").isEqualTo(250);
    assertThat(course.fromMs()).isNotNull().isGreaterThanOrEqualTo(course.dueMs());
    assertThat(course.toMs()).isNotNull().isGreaterThanOrEqualTo(course.fromMs());
    assertThat(course.failures()).containsExactly("deadline=3");
    assertThat(course.ran()).isEqualTo(9);
    assertThat(course.ranTwice()).isEqualTo(1);
  }

  @Test
  void aFaultThatCouldNotBeBroughtAboutFailsThePoint() throws Exception {
    assertThat(under(1, true).why()).startsWith("fault-missed, server-frozen: tcp");
  }

  @Test
  void aFaultThatCallsBringAboutIsThereFromTheFirstOneOnAndLasts() throws Exception {
    ServerControl none = control("exit 1\n");
    DisruptedPoint fault = new DisruptedPoint(Disruption.SLOW_HANDLER, "tcp", LOAD, Jvms.ANY, none);
    Gathered gathered = new Gathered();

    fault.begin(folder.resolve("events"));
    fault.end();
    fault.passingOn(gathered).open(open(), new Histogram(3), new Histogram(3));

    assertThat(Objects.requireNonNull(gathered.openRun()).fault())
        .isEqualTo(new FaultCourse(0, 0.0, null, PLANNED.failures(), 9L, 1L));
  }

  @Test
  void aServerIsStartedAgainWithTheFolderOfItsJdkAndNoOptions() throws Exception {
    String home = System.getProperty("java.home");
    int number = Runtime.version().feature();

    ServerControl control = control("echo \"$*\" \"$JAVA_HOME_%d\"\n".formatted(number));
    assertThat(control.restart(List.of("tcp"), new Jvms(List.of(home), List.of("g1")))).isTrue();
    assertThat(folder.resolve("log")).hasContent("restart tcp " + home);
  }

  @Test
  void aPointThatEndsBeforeItsFaultIsNotBroken() throws Exception {
    assertThat(under(0, false).why()).startsWith("fault-missed, its moment never came");
  }
}
