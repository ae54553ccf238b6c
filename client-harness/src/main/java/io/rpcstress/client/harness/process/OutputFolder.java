package io.rpcstress.client.harness.process;

import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.engine.point.NeededProxy;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.engine.point.UsageReader;
import io.rpcstress.measure.AtomicFile;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.RunCsv;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Finds out before measuring whether results can be kept, and keeps beside them how a path was set
 * up.
 */
public final class OutputFolder {

  /** Less than this left on the disk, bytes, and the next files would likely not fit. */
  private static final long MIN_FREE_BYTES = 1024 * 1024;

  private static final String PROBE = ".probe";

  private static final String PATHS = "paths";

  private OutputFolder() {}

  /** Makes the folder where it is missing, and writes into it once. */
  public static void check(Path folder) {
    try {
      Files.createDirectories(folder);
      Path probe = folder.resolve(PROBE);
      AtomicFile.write(probe, "written to see whether it can be\n");
      Files.deleteIfExists(probe);
      long free = Files.getFileStore(folder).getUsableSpace();
      if (free < MIN_FREE_BYTES) {
        throw new Misuse(
            "--out %s: %d KB are free there, 1024 at least expected: make room, or choose another"
                .formatted(folder, free / 1024));
      }
    } catch (FileAlreadyExistsException e) {
      String there = Files.isSymbolicLink(folder) ? "links to what is not there" : "is no folder";
      throw new Misuse("--out %s %s: choose another folder".formatted(folder, there));
    } catch (IOException e) {
      throw new Misuse(
          "--out %s cannot be written (%s): make it writable, or choose another"
              .formatted(folder, e));
    }
  }

  /**
   * Sees that a result that is there was measured under the same load: the new one takes its place.
   * Files are named after threads and requests, not after everything that may differ.
   */
  public static void checkReplaces(Path folder, PointPlan plan) {
    Point point = plan.point();
    Path csv = new RawFiles(folder).csv(point);
    if (point.offered() != null || !Files.exists(csv)) {
      return;
    }
    try {
      String load = load(plan);
      for (Run kept : RunCsv.read(csv).runs()) {
        Conditions c = kept.conditions();
        String other = load(kept.point(), c.operation(), c.payloadBytes(), c.connectionPolicy());
        if (!other.equals(load)) {
          throw new Misuse(
              "%s was measured with %s, now it is %s: choose another --out, or move the file away"
                  .formatted(csv, other, load));
        }
      }
    } catch (IOException e) {
      throw new Misuse(
          "%s cannot be read (%s): make it readable, or choose another --out".formatted(csv, e));
    }
  }

  /**
   * Keeps how the proxy on a point's path was set up, below {@value #PATHS} and by the proxy's
   * name: it is part of the result.
   */
  public static void keepPath(@Nullable Path folder, PointPlan plan, PrintStream stderr) {
    NeededProxy proxy = plan.proxy();
    if (folder == null || proxy == null) {
      return;
    }
    Path file = folder.resolve(PATHS).resolve(proxy.name() + ".conf");
    try {
      AtomicFile.write(file, new UsageReader(proxy.usage()).configuration());
    } catch (IOException e) {
      stderr.printf("the configuration of %s is not kept: %s%n", proxy.name(), e.getMessage());
    }
  }

  private static String load(PointPlan plan) {
    return load(
        plan.point(),
        plan.workload().operation().name(),
        plan.workload().payloadBytes(plan.trace()),
        plan.options().connections().toString());
  }

  private static String load(
      Point point, String operation, @Nullable Long payloadBytes, String policy) {
    return "--request-mode %s, %s of %s bytes, --connections %s"
        .formatted(point.requestMode().label(), operation, payloadBytes, policy);
  }
}
