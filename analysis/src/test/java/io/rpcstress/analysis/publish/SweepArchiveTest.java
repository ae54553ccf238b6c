package io.rpcstress.analysis.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.Analysis;
import io.rpcstress.analysis.sample.SweepGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A published sweep: what is in it, and that it is read again. */
class SweepArchiveTest {

  @TempDir Path folder;
  private Path sweep;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void aSweepOfWhichAReportWasMade() throws IOException {
    sweep = folder.resolve("mine");
    new SweepGenerator(sweep).sweepJson("sweep-mine").point("rpcx", 10, 20);
    for (String made : List.of("results.db-wal", ".lock", "tables/a.csv", "superseded/b.csv")) {
      Files.createDirectories(sweep.resolve(made).getParent());
      Files.writeString(sweep.resolve(made), "made");
    }
  }

  @Test
  void itHasTheSweepsOwnFilesAlone() throws IOException {
    assertThat(run("publish", sweep.toString())).as(err.toString()).isZero();

    try (ZipFile zip = new ZipFile(folder.resolve("mine.zip").toFile())) {
      assertThat(zip.stream().map(Object::toString))
          .contains("mine/sweep.json", "mine/raw/rpcx/t10-r20.csv", "mine/raw/rpcx/t10-r20.hlog")
          .noneMatch(name -> name.matches(".*(results.db|lock|tables|superseded).*"));
    }
  }

  @Test
  void anArchiveIsPublishedAgainByteForByte() throws IOException {
    run("publish", sweep.toString());
    Path first = folder.resolve("mine.zip");
    Path second = folder.resolve("again.zip");

    assertThat(run("publish", first.toString(), "--out", second.toString())).isZero();

    assertThat(second).hasSameBinaryContentAs(first);
    assertThat(run("import", second.toString())).as(err.toString()).isZero();
  }

  @Test
  void whatIsThereIsNotReplacedTheArchiveItselfLeastOfAll() throws IOException {
    run("publish", sweep.toString());
    Path archive = folder.resolve("mine.zip");
    byte[] before = Files.readAllBytes(archive);

    assertThat(run("publish", archive.toString())).isEqualTo(2);
    assertThat(run("publish", sweep.toString())).isEqualTo(2);

    assertThat(err.toString()).contains("mine.zip already exists", "--out");
    assertThat(archive).hasBinaryContent(before);
  }

  @Test
  void aSweepAndItsArchiveAreOneAmongSeveral() throws IOException {
    run("publish", sweep.toString());
    Path archive = folder.resolve("mine.zip");

    assertThat(run("report", sweep.toString(), archive.toString())).isZero();

    assertThat(err.toString())
        .contains("note: " + archive + " is left out: it is the sweep of " + sweep);
    assertThat(out.toString()).doesNotContain("The same ratio in several sweeps");
  }

  @Test
  void aBrokenSweepJsonIsMisuse() throws IOException {
    Files.writeString(sweep.resolve("sweep.json"), "{");

    assertThat(run("publish", sweep.toString())).isEqualTo(2);

    assertThat(err.toString()).contains("sweep.json is not JSON");
    assertThat(folder.resolve("mine.zip")).doesNotExist();
  }

  private int run(String... words) {
    CommandLine commandLine = Analysis.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(words);
  }
}
