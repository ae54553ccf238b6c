package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.engine.point.Profile;
import io.rpcstress.measure.Point;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A recording of what the measuring process does, at the price of its number. */
final class ProfileOption {

  private static final String JFR = "jfr";
  private static final String FOLDER = "profile";

  @Option(
      names = "--profile",
      paramLabel = JFR,
      description =
          "Record the measuring process with JDK Flight Recorder, into --out or the working folder. "
              + "Rows are flagged profiled, and carry no verdict.")
  private @Nullable String profile;

  boolean isOn() {
    return profile != null;
  }

  @Nullable String kind() {
    return profile;
  }

  void check(@Nullable Path out, boolean fork) {
    if (profile == null) {
      return;
    }
    if (!profile.equals(JFR)) {
      throw new Misuse("--profile '" + profile + "': jfr expected");
    }
    if (!fork) {
      throw new Misuse("--profile records the process that measures: leave --no-fork out");
    }
    Path folder = folder(out).toAbsolutePath();
    if (folder.toString().indexOf(',') >= 0) {
      throw new Misuse(
          "--profile: the recorder's options are separated by commas, so a folder without a "
              + "comma expected: "
              + folder);
    }
  }

  void makeFolder(@Nullable Path out) {
    if (profile == null) {
      return;
    }
    Path folder = folder(out).toAbsolutePath();
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new Misuse("--profile: %s cannot be made (%s)".formatted(folder, e));
    }
  }

  private static Path folder(@Nullable Path out) {
    return out == null ? Path.of("") : out.resolve(FOLDER);
  }

  private static Path file(Point point, @Nullable Path out) {
    return folder(out).resolve(point.directoryName() + "-" + point.fileStem() + "." + JFR);
  }

  List<String> jvm(Point point, @Nullable Path out) {
    return isOn()
        ? List.of(
            "-XX:StartFlightRecording:settings=profile,dumponexit=true,filename="
                + file(point, out).toAbsolutePath(),
            "-Xlog:jfr+startup=error", // its greeting is no event
            "-D" + Profile.PROPERTY + "=" + JFR)
        : List.of();
  }

  /** Names the recording of a point, which the recorder makes at its start and fills at its end. */
  void tell(Point point, @Nullable Path out, PrintStream stderr) {
    if (isOn()) {
      File file = file(point, out).toFile();
      stderr.println(
          file.length() > 0
              ? "%s was profiled, so its number is no result: %s".formatted(point, file)
              : "%s: the recorder left no %s".formatted(point, file));
    }
  }
}
