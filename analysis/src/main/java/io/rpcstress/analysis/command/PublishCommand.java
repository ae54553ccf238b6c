package io.rpcstress.analysis.command;

import io.rpcstress.analysis.database.SweepFolder;
import io.rpcstress.analysis.database.UnusableInputException;
import io.rpcstress.analysis.publish.SweepArchive;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code publish}: a sweep's folder as one archive that a catalogue can read. */
@Command(
    name = "publish",
    header = "One archive of a sweep, for a repository of data.",
    description =
        "Has the sweep's own files, not what is made of them, and ro-crate-metadata.json, an"
            + " RO-Crate 1.1 that says what they are. The other commands read it as it is. Look"
            + " into sweep.json first: it names your hosts.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  analysis publish results/mine",
      "  analysis publish results/mine --license https://creativecommons.org/licenses/by/4.0/"
    })
public final class PublishCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(index = "0", paramLabel = "DIR", description = "The sweep's folder, or its archive.")
  private Path directory = Path.of("");

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "where the archive goes (default: DIR.zip)")
  private @Nullable Path archive;

  @Option(
      names = "--license",
      paramLabel = "URL",
      description = "of the licence that you give the results (default: none is named)")
  private @Nullable URI license;

  @Override
  public Integer call() throws IOException {
    try (SweepFolder folder = SweepFolder.of(directory, null)) {
      if (folder.problem().isPresent()) {
        throw new UnusableInputException("sweep.json " + folder.problem().get());
      }
      Path out = folder.out();
      Path into = archive == null ? out.resolveSibling(out.getFileName() + ".zip") : archive;
      if (Files.exists(into)) {
        throw new UnusableInputException(
            into + " is there already: name another file with --out, or move it away");
      }
      int files = SweepArchive.write(folder.path(), folder.sweep(), license, into);
      spec.commandLine().getErr().println("publish: " + files + " files in " + into);
    }
    return 0;
  }
}
