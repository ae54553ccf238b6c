package io.rpcstress.measure.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchFileTest {

  /** Written by the version before its writer and its reader stood in one place. */
  private static final Path KEPT = Path.of("src/test/resources/records/search-p50-2s.json");

  @TempDir private Path folder = Path.of("");

  @Test
  void aKeptFileIsWrittenBackByteForByte() throws IOException {
    SearchRecord record = SearchFile.read(KEPT);

    Path again = folder.resolve(SearchFile.name("p50-2s"));
    SearchFile.write(again, record);

    assertThat(again).hasSameBinaryContentAs(KEPT);
    assertThat(SearchFile.isNamed(again)).isTrue();
    assertThat(SearchFile.isNamed(folder.resolve(SearchFile.folder("p50-2s")))).isFalse();
    assertThat(record.sustainableRate()).isEqualTo(100);
    assertThat(record.ending()).isEqualTo("highest-rate");
    assertThat(record.probes())
        .hasSize(3)
        .allSatisfy(
            probe -> {
              assertThat(probe.holds()).isTrue();
              assertThat(probe.response()).isNotNull();
              assertThat(probe.calls()).isNotNull();
              assertThat(probe.startedAt()).isNotNull();
            });
  }

  @Test
  void aSearchIsGoneOnWithUntilItHasAnAnswer() throws IOException {
    String kept = Files.readString(KEPT);
    SearchRecord answered = SearchFile.parse(kept);
    SearchRecord interrupted = ending(kept, SearchRecord.UNFINISHED);
    SearchRecord failed = ending(kept, SearchRecord.FAILED);
    SearchRecord finer =
        SearchFile.parse(kept.replaceAll("\"precision\" : [0-9.]+", "\"precision\" : 0.01"));
    assertThat(finer.precision()).isNotEqualTo(answered.precision());

    assertThat(answered.isRepeatedBy(interrupted)).isTrue();
    assertThat(answered.isContinuedBy(interrupted)).isFalse();
    assertThat(interrupted.isContinuedBy(answered)).isTrue();
    assertThat(interrupted.isRepeatedBy(answered)).isFalse();
    assertThat(failed.isRepeatedBy(answered)).as("no answer").isFalse();
    assertThat(failed.isContinuedBy(answered)).isFalse();
    assertThat(answered.isRepeatedBy(finer)).as("other conditions").isFalse();
    assertThat(interrupted.isContinuedBy(finer)).isFalse();
  }

  private static SearchRecord ending(String kept, String word) {
    SearchRecord record = SearchFile.parse(kept.replace("highest-rate", word));
    assertThat(record.ending()).isEqualTo(word);
    return record;
  }

  @Test
  void whatIsMissingIsUnknown() {
    SearchRecord record =
        SearchFile.parse(
            "{\"technology\": \"tcp\", \"variant\": \"example\", \"slo\": \"p99=10ms\","
                + " \"ending\": \"failed\", \"shape\": \"constant\", \"later\": 7,"
                + " \"probes\": [{\"stage\": \"growth\", \"rate\": 5}]}");
    assertThat(record.sustainableRate()).isNull();
    assertThat(record.startedAt()).isNull();
    assertThat(record.probes()).hasSize(1);
    ProbeRecord probe = record.probes().get(0);
    assertThat(probe.holds()).isFalse();
    assertThat(probe.response()).isNull();
    assertThat(probe.seed()).isNull();
    assertThat(probe.violated()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ | is not JSON: ",
        "{} | technology is 'null': text of at most 64 characters expected",
        "{\"technology\": {\"a\": 7}} | technology: ",
        "{\"probes\": [{\"stage\": [], \"rate\": 5}]} | probes.[0].stage: ",
      })
  void whatIsNoneIsRefusedByWhatIsMissing(String text, String says) throws IOException {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SearchFile.parse(text))
        .withMessageContaining(says);
    Path file = Files.writeString(folder.resolve("search-x.json"), text);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SearchFile.read(file))
        .withMessageContaining("search-x.json is no search: ");
  }
}
