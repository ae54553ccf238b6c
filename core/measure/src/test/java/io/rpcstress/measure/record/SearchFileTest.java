package io.rpcstress.measure.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    assertThat(interrupted.isRepeatedBy(answered)).isFalse();
    assertThat(failed.isRepeatedBy(answered)).as("no answer").isFalse();
    assertThat(answered.isRepeatedBy(finer)).as("other conditions").isFalse();
  }

  private static SearchRecord ending(String kept, String word) {
    SearchRecord record = SearchFile.parse(kept.replace("highest-rate", word));
    assertThat(record.ending()).isEqualTo(word);
    return record;
  }

  @Test
  void whatIsMissingOrWrongIsRefusedByItsPlace() throws IOException {
    String kept = Files.readString(KEPT);
    refused(kept.replaceFirst("\"slo\" : [^,]*,", ""), "slo is 'null'");
    refused(
        kept.replaceFirst("\"shape\" : [^,]*,", "\"shape\" : \"" + "x".repeat(17) + "\","),
        "shape");
    refused(kept.replaceFirst("\"rate\" : 50", "\"rate\" : 0"), "probes[0]: rate is 0");
    refused(kept.replaceFirst("\"ok\" : 50", "\"ok\" : 49"), "are not the 50 issued");
    refused("{", "search-x.json is no search: ");
    refused("[]", "search-x.json is no search: ");
  }

  private void refused(String text, String says) throws IOException {
    Path file = Files.writeString(folder.resolve("search-x.json"), text);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SearchFile.read(file))
        .withMessageContaining(says);
  }
}
