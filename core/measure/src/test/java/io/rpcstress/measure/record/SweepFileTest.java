package io.rpcstress.measure.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.measure.record.SweepRecord.Fact;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code sweep.json}: those that are kept, of several versions, and what is none. */
class SweepFileTest {

  private static final Path KEPT = Path.of("../../results/published");

  @TempDir private Path folder = Path.of("");

  static List<Path> keptSweeps() throws IOException {
    List<Path> sweeps = new ArrayList<>();
    try (DirectoryStream<Path> archives = Files.newDirectoryStream(KEPT, "*.zip")) {
      for (Path archive : archives) {
        try (Stream<Path> top = Files.list(FileSystems.newFileSystem(archive).getPath("/"))) {
          top.filter(SweepFile::isIn).forEach(sweeps::add);
        }
      }
    }
    return sweeps;
  }

  @ParameterizedTest
  @MethodSource("keptSweeps")
  void aKeptSweepIsWrittenBackByteForByte(Path sweep) throws IOException {
    String kept = Files.readString(sweep.resolve(SweepFile.NAME));
    Files.writeString(folder.resolve(SweepFile.NAME), kept);

    SweepFile.read(folder).save();

    assertThat(Files.readString(folder.resolve(SweepFile.NAME))).isEqualTo(kept);
    SweepRecord record = SweepRecord.parse(kept);
    assertThat(record.id()).isNotBlank();
    assertThat(record.start()).isNotNull();
    assertThat(record.facts()).extracting(Fact::section).contains(SweepFile.OPTIONS);
  }

  @Test
  void whatOneProgramWritesAnotherReads() throws IOException {
    SweepFile file = SweepFile.create(folder);
    file.put(SweepFile.ID, "one").put(SweepFile.START, "2026-01-01T00:00:00Z");
    file.put(SweepFile.OPTIONS, Map.of("runs", "3"));
    file.put(SweepFile.SERVER, "rpcx", Map.of(FactNames.CPUS, "2"));
    file.put(SweepFile.CLIENT_LIBRARIES, "grpc", List.of("grpc-core 1", "netty 2"));
    file.begin(Map.of("jvmOptions", "-Xmx1g")).save();

    SweepRecord read = SweepRecord.parse(Files.readString(folder.resolve(SweepFile.NAME)));

    assertThat(read.id()).isEqualTo("one");
    assertThat(read.start()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
    assertThat(read.end()).isNull();
    assertThat(read.facts())
        .contains(
            new Fact("", SweepFile.ID, "one"),
            new Fact(SweepFile.OPTIONS, "runs", "3"),
            new Fact(SweepFile.SERVER, "rpcx." + FactNames.CPUS, "2"),
            new Fact(SweepFile.CLIENT_LIBRARIES, "grpc", "grpc-core 1, netty 2"));
    SweepFile again = SweepFile.read(folder);
    assertThat(again.options()).containsExactly(Map.entry("runs", "3"));
    assertThat(again.lastBegun()).isAfter(Instant.parse("2026-01-01T00:00:00Z"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "7", "{\"id\": ", "{\"id\": \"a\""})
  void whatIsNoObjectIsRefused(String text) throws IOException {
    assertThatThrownBy(() -> SweepRecord.parse(text)).isInstanceOf(IllegalArgumentException.class);
    Files.writeString(folder.resolve(SweepFile.NAME), text);
    assertThatThrownBy(() -> SweepFile.read(folder)).isInstanceOf(IllegalArgumentException.class);
  }
}
