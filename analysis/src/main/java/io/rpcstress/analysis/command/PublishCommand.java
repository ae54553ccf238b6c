package io.rpcstress.analysis.command;

import io.rpcstress.analysis.database.SweepFolder;
import io.rpcstress.analysis.database.UnusableInputException;
import io.rpcstress.analysis.publish.SweepArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code publish}: a sweep's folder as one archive. */
@Command(
    name = "publish",
    header = "Pack a sweep into one archive, for a repository of data.",
    description =
        "The archive has the sweep's own files, without what is made from them. The other "
            + "commands read it as it is. Check sweep.json first: it names your hosts.",
    footerHeading = "%nExamples:%n",
    footer = {"  analysis publish results/mine"})
public final class PublishCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(index = "0", paramLabel = "DIR", description = "The sweep's folder, or its archive.")
  private Path directory = Path.of("");

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where the archive goes (default: DIR.zip).")
  private @Nullable Path archive;

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
            into + " already exists: name another file with --out, or move it away");
      }
      int files = SweepArchive.write(folder.path(), folder.sweep(), into);
      spec.commandLine().getErr().println("publish: " + files + " files in " + into);
    }
    return 0;
  }
}
