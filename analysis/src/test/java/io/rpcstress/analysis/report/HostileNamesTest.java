package io.rpcstress.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.choice.ChoiceData.Limits;
import io.rpcstress.analysis.database.Cleaner;
import io.rpcstress.analysis.database.Database;
import io.rpcstress.analysis.database.Importer;
import io.rpcstress.analysis.database.SweepFolder;
import io.rpcstress.analysis.database.SweepReader;
import io.rpcstress.analysis.figure.FigureBook;
import io.rpcstress.analysis.figure.MadeUpSweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.SweepGenerator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Names and texts that others chose stay text, wherever a page has them. */
class HostileNamesTest {

  private static final String NAME = "<script>alert(1)<img src=x onerror='alert(\"2\")'>";
  private static final String DETAIL = "</script><script>alert(1)</script><!-- \" ' & \u0007";
  private static final Pattern JSON =
      Pattern.compile(
          "<script type=\"application/json\" id=\"(\\w+)\">(.*?)</script", Pattern.DOTALL);

  @TempDir Path folder;

  @Test
  void foldersOfASweepMayHaveAnyName() throws Exception {
    Path sweep = folder.resolve(NAME);
    new SweepGenerator(sweep).sweepJson("named").point("rpcx", 10, 10);
    Path technology = Files.createDirectories(sweep.resolve("raw").resolve(NAME));
    Files.copy(sweep.resolve("raw/rpcx/t10-r10.csv"), technology.resolve("t10-r10.csv"));

    String page = page(read(sweep));

    assertThat(page).contains("raw/&lt;script&gt;alert(1)&lt;img src=x onerror=");
    assertThat(page).doesNotContain("<script>alert(1)", "<img src=x");
    hasOnlyItsOwnScripts(page);
  }

  @Test
  void whatAServerSaidOfAFailureStaysText() throws Exception {
    String page = page(MadeUpSweep.small(DETAIL));

    assertThat(page)
        .contains("&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;!--")
        .doesNotContain("<script>alert(1)", "\u0007");
    hasOnlyItsOwnScripts(page);
  }

  /** As many as the page without anything hostile, and JSON that is whole. */
  private static void hasOnlyItsOwnScripts(String page) {
    assertThat(page.split("<script", -1))
        .hasSize(page(MadeUpSweep.empty()).split("<script", -1).length);
    Matcher json = JSON.matcher(page);
    int found = 0;
    while (json.find()) {
      assertThat(JsonMapper.shared().readTree(json.group(2)).isMissingNode()).isFalse();
      found++;
    }
    assertThat(found).isEqualTo(4);
  }

  private static String page(SweepData data) {
    return new ReportPage(new FigureBook()).html(data, Limits.NONE);
  }

  private static SweepData read(Path path) throws Exception {
    SweepFolder sweep = SweepFolder.of(path, null);
    try (Database database = Database.open(sweep.database(null), Map.of())) {
      assertThat(Importer.run(sweep, database).unreadable()).isNotEmpty();
      Cleaner.run(sweep.sweep(), database);
      return SweepReader.read(sweep.sweep().id(), database);
    }
  }
}
