package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.model.Unreadable;
import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.RawFiles;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The failure files of open loops. They say why there is no number, and no number is made of them,
 * so they stay in their files and enter no database.
 */
public final class OpenFailureFiles {

  private OpenFailureFiles() {}

  /**
   * Adds those of a sweep to its data. What cannot be read is said there, and the rest counts.
   *
   * @param folder the sweep's
   * @throws IOException if a folder cannot be read
   */
  public static SweepData added(SweepData data, Path folder) throws IOException {
    RawFiles raw = new RawFiles(folder);
    List<Failure> found = new ArrayList<>();
    List<Unreadable> bad = new ArrayList<>();
    for (Path file : raw.openFailedFiles()) {
      if (Files.exists(RawFiles.csvOf(file))) {
        continue; // the result is the point's last word
      }
      try {
        FailedPoint failed = RawFiles.readFailed(file);
        if (raw.failed(failed.point()).equals(file)) {
          found.add(failure(failed));
        } else {
          bad.add(
              unreadable(file, folder, "is of " + failed.point() + ": not of this file's load"));
        }
      } catch (CharacterCodingException e) {
        bad.add(unreadable(file, folder, "is not UTF-8 text"));
      } catch (IOException e) {
        bad.add(unreadable(file, folder, FileProblem.of(file, e)));
      } catch (IllegalArgumentException e) {
        bad.add(unreadable(file, folder, String.valueOf(e.getMessage())));
      }
    }
    return found.isEmpty() && bad.isEmpty() ? data : data.withOpenFailures(found, bad);
  }

  private static Failure failure(FailedPoint failed) {
    return new Failure(
        failed.point(),
        failed.cause(),
        failed.detail(),
        kinds(failed),
        failed.redo(),
        failed.at(),
        failed.runs().size());
  }

  /** Failed calls by kind, as {@link Failure#failures} has them. */
  static String kinds(FailedPoint failed) {
    return failed.failures().entrySet().stream()
        .map(e -> e.getKey() + "=" + e.getValue())
        .collect(Collectors.joining(" "));
  }

  private static Unreadable unreadable(Path file, Path folder, String problem) {
    String name = folder.relativize(file).toString().replace('\\', '/');
    return new Unreadable(name, 0, problem.replace(file + ": ", ""));
  }
}
