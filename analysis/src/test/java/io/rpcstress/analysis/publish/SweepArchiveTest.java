package io.rpcstress.analysis.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.Analysis;
import io.rpcstress.analysis.sample.SweepGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A published sweep: what is in it, what its crate says of it, and that it is read again. */
class SweepArchiveTest {

  private static final String CRATE = "mine/ro-crate-metadata.json";

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
  void itHasTheSweepsOwnFilesAndTheCrateNamesEachOfThem() throws IOException {
    assertThat(run("publish", sweep.toString())).as(err.toString()).isZero();

    JsonNode crate = crate();
    List<String> parts = new ArrayList<>(List.of(CRATE));
    for (JsonNode part : crate.get("./").get("hasPart")) {
      assertThat(crate.get(part.get("@id").asString()).get("@type").asString()).isEqualTo("File");
      parts.add("mine/" + part.get("@id").asString());
    }
    try (ZipFile zip = new ZipFile(folder.resolve("mine.zip").toFile())) {
      assertThat(zip.stream().map(Object::toString))
          .containsExactlyInAnyOrderElementsOf(parts)
          .contains("mine/sweep.json", "mine/raw/rpcx/t10-r20.csv", "mine/raw/rpcx/t10-r20.hlog")
          .noneMatch(name -> name.matches(".*(results.db|lock|tables|superseded).*"));
    }
  }

  @Test
  void theCrateDescribesColumnsLicenceAndOrigin() throws IOException {
    run("publish", sweep.toString(), "--license", "https://example.org/l");

    JsonNode crate = crate();
    assertThat(crate.get("ro-crate-metadata.json").get("conformsTo").get("@id").asString())
        .isEqualTo("https://w3id.org/ro/crate/1.1");
    assertThat(crate.get("./").get("license").get("@id").asString())
        .isEqualTo("https://example.org/l");
    assertThat(crate.get("./").get("datePublished").asString()).matches("\\d{4}-\\d\\d-\\d\\d");
    assertThat(crate.get("#timeTotalUs").get("unitText").asString()).isEqualTo("us");
    assertThat(crate.get("#sweep").get("name").asString()).isEqualTo("sweep-mine");
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
    assertThat(run("publish", sweep.toString(), "--license", "https://example.org/l")).isEqualTo(2);

    assertThat(err.toString()).contains("mine.zip already exists", "--out");
    assertThat(archive).hasBinaryContent(before);
  }

  @Test
  void aSweepAndItsArchiveAreOneInAHistoryAndAmongSeveral() throws IOException {
    run("publish", sweep.toString());
    Path archive = folder.resolve("mine.zip");

    assertThat(run("history", sweep.toString(), archive.toString())).isEqualTo(2);

    assertThat(err.toString())
        .contains("note: " + archive + " is left out: it is the sweep of " + sweep)
        .contains("no point was measured by two of these sweeps");
    assertThat(run("report", sweep.toString(), archive.toString())).isZero();
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

  /** The entities of the crate, by their ids. */
  private JsonNode crate() throws IOException {
    ObjectNode entities = JsonMapper.shared().createObjectNode();
    try (ZipFile zip = new ZipFile(folder.resolve("mine.zip").toFile())) {
      JsonNode root = JsonMapper.shared().readTree(zip.getInputStream(zip.getEntry(CRATE)));
      root.get("@graph").forEach(each -> entities.set(each.get("@id").asString(), each));
    }
    return entities;
  }
}
