package io.rpcstress.measure.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rpcstress.measure.record.ColdStartRecord.Sample;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColdStartFileTest {

  private static final Path PUBLISHED = Path.of("../../results/published/rates.zip");

  @TempDir private Path folder = Path.of("");

  @Test
  void aKeptFileIsWrittenBackByteForByte() throws IOException {
    String kept;
    try (FileSystem zip = FileSystems.newFileSystem(PUBLISHED)) {
      kept = Files.readString(zip.getPath("rates", ColdStartRecord.NAME));
    }
    ColdStartRecord record = ColdStartRecord.parse(kept);

    ColdStartRecord.write(folder, record);

    assertThat(record.samples()).extracting(Sample::side).contains("client");
    assertThat(Files.readString(folder.resolve(ColdStartRecord.NAME))).isEqualTo(kept);
  }

  @Test
  void unknownIsNotZero() {
    Sample server = new Sample("server", "tcp", true, 1, 300.5, null, null, null, null);
    ColdStartRecord record = new ColdStartRecord(Instant.EPOCH, 7, 100, List.of(server));
    assertThat(ColdStartRecord.text(record)).contains("\"cpuMs\":null,\"rssKb\":null");
    assertThat(ColdStartRecord.parse(ColdStartRecord.text(record))).isEqualTo(record);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ | Unexpected end-of-input",
        "[] | Cannot deserialize",
        "{\"at\": null, \"seed\": 1, \"calls\": 1} | a list 'samples'",
        "{\"at\": null, \"seed\": 1, \"calls\": 1, \"samples\": null} | a list 'samples'",
        "{\"seed\": 1, \"samples\": [{\"side\": 7}]} | samples[0]: technology: a name expected",
      })
  void whatIsNoneIsRefusedByItsPlace(String text, String says) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ColdStartRecord.parse(text))
        .withMessageContaining(says);
  }
}
