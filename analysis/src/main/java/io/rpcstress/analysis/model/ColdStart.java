package io.rpcstress.analysis.model;

import io.rpcstress.measure.record.ColdStartFile;
import io.rpcstress.measure.record.ColdStartRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one fresh process gave, as {@code coldstart --out} keeps it beside a sweep. Immutable. Null
 * means unknown, or not asked of this side.
 *
 * @param side {@code client} or {@code server}
 * @param technology with its variant where it is not the example
 * @param archive whether its JVM had a class-data archive
 * @param calls that each client made
 * @param startMs from its start to the first good reply, or to a server's readiness line, ms
 * @param firstCallMs from connecting to the first good reply, ms
 * @param callsMs from then to the last reply, ms
 * @param cpuMs processor time of the client until then, ms
 * @param rssKb resident memory at rest, KiB
 */
public record ColdStart(
    String side,
    String technology,
    boolean archive,
    int calls,
    double startMs,
    @Nullable Double firstCallMs,
    @Nullable Double callsMs,
    @Nullable Double cpuMs,
    @Nullable Double rssKb) {

  /** The section of a sweep's facts that keeps them. */
  public static final String SECTION = "coldstart";

  /** What is shown of a file's samples, in its order. */
  public static List<ColdStart> of(ColdStartRecord record) {
    return record.samples().stream()
        .map(
            each ->
                new ColdStart(
                    each.side(),
                    each.technology(),
                    each.archive(),
                    record.calls(),
                    each.startMs(),
                    each.firstCallMs(),
                    each.callsMs(),
                    each.cpuMs(),
                    kilobytes(each.rssKb())))
        .toList();
  }

  private static @Nullable Double kilobytes(@Nullable Long rssKb) {
    return rssKb == null ? null : (Double) rssKb.doubleValue();
  }

  /** Those of a sweep, in the order in which they were measured. */
  public static List<ColdStart> of(Sweep sweep) {
    return sweep.section(SECTION).stream()
        .flatMap(fact -> of(ColdStartFile.parse(fact.value())).stream())
        .toList();
  }
}
