package io.rpcstress.client.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.engine.load.Mix;
import io.rpcstress.engine.load.Trace;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.OfferedLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of times at which calls came. */
class ArrivalTraceTest {

  @TempDir Path folder;

  private ArrivalTrace trace(String text, @Nullable String speed) throws IOException {
    Path file = Files.writeString(folder.resolve("Web shop.csv"), text);
    return ArrivalTrace.of(file.toString(), speed);
  }

  @Test
  void timesCountFromTheFirstAndTheRateIsTheirMean() throws IOException {
    ArrivalTrace trace =
        trace("milliseconds\n1700000000000\n1700000000000.5\n1700000003999\n", null);
    assertThat(trace.read().calls()).isEqualTo(3);
    assertThat(trace.load(5)).isEqualTo(new OfferedLoad(ArrivalShape.TRACE, 1, 4, 5, 0));
    assertThat(trace.name()).matches("web-shop-[0-9a-f]{12}");
  }

  @Test
  void aSpeedShortensIt() throws IOException {
    String text = "0\n".repeat(40) + "3999\n";
    assertThat(trace(text, "2").load(0))
        .isEqualTo(new OfferedLoad(ArrivalShape.TRACE, 21, 2, 0, 0));
    assertThat(trace(text, "2").name()).isNotEqualTo(trace(text, null).name());
  }

  private static final Mix<String> MIX =
      new Mix<>("mix", List.of(new Mix.Part<>("read", 9, ""), new Mix.Part<>("write", 1, "")));

  private ArrivalTrace another(String text) throws IOException {
    Path file = Files.createTempDirectory(folder, "of").resolve("a.csv");
    return ArrivalTrace.of(Files.writeString(file, text).toString(), null);
  }

  @Test
  void partsAreThoseOfTheMixByTheirNames() throws IOException {
    Trace trace = another("milliseconds,part\n0,write\n1, read\n1,write\n").read(MIX);
    assertThat(IntStream.range(0, 3).map(trace::part)).containsExactly(1, 0, 1);
    assertThat(trace.nanos(2)).isEqualTo(1_000_000);
    assertThat(another("0\n").read(MIX).hasParts()).isFalse();
    assertThat(another("0,read\n1,write\n").name())
        .isEqualTo(another("0,read\n1,write\n").name())
        .isNotEqualTo(another("0,write\n1,read\n").name());
  }

  @Test
  void aPartWithoutItsPackIsRefused() throws IOException {
    ArrivalTrace trace = trace("0,read\n1,read\n2,put\n", null);
    assertThatThrownBy(() -> trace.read(MIX))
        .isInstanceOf(Misuse.class)
        .hasMessageEndingWith(
            "csv:3: part 'put': one of the packs of --mix, read, write, expected");
    assertThatThrownBy(() -> trace.read(null))
        .isInstanceOf(Misuse.class)
        .hasMessageEndingWith("names parts, such as 'read': --mix with a pack of each expected");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        " | is empty: a time in ms on each line expected",
        "milliseconds | is empty: a time in ms on each line expected",
        "5;4 | Web shop.csv:2: 4 is before the line above: ascending times expected",
        "5;;-6 | Web shop.csv:3: '-6': a time in ms, 0 or more, expected",
        "5;x | Web shop.csv:2: 'x': a time in ms, 0 or more, expected",
        "5,a;6 | Web shop.csv:2: a part behind the time expected",
        "5;6,a | Web shop.csv:2: no part, as above, expected",
        "5,A | Web shop.csv:1: 'A': the name of a pack expected",
        "5;milliseconds | Web shop.csv:2: 'milliseconds': a time in ms",
      })
  void whatIsNoTraceIsRefusedByItsLine(@Nullable String lines, String message) throws IOException {
    ArrivalTrace trace = trace(lines == null ? "" : lines.replace(';', '\n'), null);
    assertThatThrownBy(trace::read).isInstanceOf(Misuse.class).hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource({"0", "-1", "fast", "1e3", "100000"})
  void whatIsNoFactorIsNoSpeed(String speed) {
    assertThatThrownBy(() -> ArrivalTrace.of("a.csv", speed))
        .isInstanceOf(Misuse.class)
        .hasMessageContaining("--speed");
  }
}
