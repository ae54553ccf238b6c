package io.rpcstress.client.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.campaign.controls.Control;
import io.rpcstress.client.harness.campaign.controls.Controls;
import io.rpcstress.client.harness.campaign.controls.Finding;
import io.rpcstress.client.harness.campaign.controls.Line;
import io.rpcstress.client.harness.campaign.controls.Rig;
import io.rpcstress.client.harness.campaign.controls.Scale;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.measure.TimedLoad;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The exit code of the controls, by scripted findings: nothing is measured, no host matters. */
class ControlsCommandTest {

  private static final long SEED = 5;

  private static final Rig NOTHING =
      trial -> {
        throw new AssertionError("measured " + trial);
      };

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** A control whose finding is known. */
  private record Scripted(String name, String claim, Finding finding) implements Control {
    @Override
    public Finding examine(Rig rig) {
      return finding;
    }
  }

  private static final Line NO_LINE =
      new Line() {
        @Override
        public String what() {
          return "none";
        }

        @Override
        public Ways open() {
          throw new AssertionError("opened");
        }
      };

  /** All controls that the command has but that of two technologies. */
  private static List<Control> controls() {
    TimedLoad load = new TimedLoad(Duration.ofSeconds(1), Duration.ofSeconds(1), 2, null, null);
    return Controls.all(
        new Scale(1, 2, SEED, load, Duration.ofSeconds(1), System::nanoTime),
        null,
        NOTHING,
        NO_LINE);
  }

  static Stream<String> names() {
    return controls().stream().map(Control::name);
  }

  private int examine(String failing, String... options) throws Exception {
    PrintStream stdout = new PrintStream(out, true, StandardCharsets.UTF_8);
    PrintStream stderr = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    ControlsCommand command = new ControlsCommand(stdout, stderr);
    var unused = CommandLines.withConverters(new CommandLine(command)).parseArgs(options);
    List<Control> scripted =
        controls().stream()
            .<Control>map(
                each ->
                    new Scripted(
                        each.name(),
                        each.claim(),
                        new Finding(!each.name().equals(failing), "scripted", Map.of())))
            .toList();
    return command.examine(scripted, NOTHING, SEED);
  }

  private List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void whereAllPassItIsZero() throws Exception {
    assertThat(examine("none of them")).isEqualTo(ExitCode.OK).isZero();
    long all = names().count();
    assertThat(lines())
        .hasSize((int) all + 1)
        .endsWith("%d of %d controls passed".formatted(all, all));
    assertThat(lines()).filteredOn(line -> line.startsWith("FAILED")).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("names")
  void whereOneFailsItIsOneAndTheLineSaysWhich(String failing) throws Exception {
    assertThat(examine(failing, "--json")).isEqualTo(ExitCode.FAILED).isEqualTo(1);
    assertThat(lines())
        .hasSize((int) names().count())
        .filteredOn(line -> line.contains("\"ok\":false"))
        .singleElement()
        .asString()
        .contains("\"control\":\"" + failing + "\"");
  }

  @Test
  void aFailedControlIsNamedInTheTextByItsClaim() throws Exception {
    Control failing = controls().get(0);
    assertThat(examine(failing.name())).isEqualTo(ExitCode.FAILED);
    assertThat(lines()).contains("FAILED " + failing.claim() + ": scripted");
  }
}
