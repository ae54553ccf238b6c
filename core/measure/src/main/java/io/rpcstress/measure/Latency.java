package io.rpcstress.measure;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.HdrHistogram.AbstractHistogram;
import org.jspecify.annotations.Nullable;

/**
 * The latency of one run's good calls, in microseconds. A percentile stands only on enough samples:
 * with fewer than {@link #SAMPLES_BEYOND} beyond it, it is null, and empty in a file.
 *
 * @param maxUs the slowest good call; null where there was none
 * @param minUs the fastest good call; null also where an earlier version wrote the file
 * @param meanUs mean of all good calls; null likewise
 * @param firstP50Us median time to the first message of a stream; null where calls are none
 * @param firstP99Us 99th percentile of that; null likewise
 */
public record Latency(
    @Nullable Double p50Us,
    @Nullable Double p90Us,
    @Nullable Double p99Us,
    @Nullable Double p999Us,
    @Nullable Double maxUs,
    @Nullable Double minUs,
    @Nullable Double meanUs,
    @Nullable Double p95Us,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double firstP50Us,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double firstP99Us) {

  /** A percentile is given when at least this many samples lie beyond it. */
  public static final int SAMPLES_BEYOND = 10;

  /** Nothing known: no call ended well, or no histogram was kept. */
  public static final Latency UNKNOWN = new Latency(null, null, null, null, null);

  private static final double NANOS_PER_MICRO = 1_000.0;

  /** What earlier versions knew. */
  public Latency(
      @Nullable Double p50Us,
      @Nullable Double p90Us,
      @Nullable Double p99Us,
      @Nullable Double p999Us,
      @Nullable Double maxUs) {
    this(p50Us, p90Us, p99Us, p999Us, maxUs, null, null, null, null, null);
  }

  /** The same with what earlier versions did not know. */
  public Latency with(@Nullable Double min, @Nullable Double mean, @Nullable Double p95) {
    return new Latency(p50Us, p90Us, p99Us, p999Us, maxUs, min, mean, p95, firstP50Us, firstP99Us);
  }

  public static Latency of(AbstractHistogram nanos) {
    return of(nanos, null);
  }

  /** With times to the first message, ns, where calls are streams. */
  public static Latency of(AbstractHistogram nanos, @Nullable AbstractHistogram firsts) {
    long samples = nanos.getTotalCount();
    return new Latency(
        percentile(nanos, 50),
        percentile(nanos, 90),
        percentile(nanos, 99),
        percentile(nanos, 99.9),
        samples == 0 ? null : nanos.getMaxValue() / NANOS_PER_MICRO,
        samples == 0 ? null : nanos.getMinValue() / NANOS_PER_MICRO,
        samples == 0 ? null : nanos.getMean() / NANOS_PER_MICRO,
        percentile(nanos, 95),
        firsts == null ? null : percentile(firsts, 50),
        firsts == null ? null : percentile(firsts, 99));
  }

  /** One percentile in microseconds, or null where too few samples lie beyond it. */
  public static @Nullable Double percentile(AbstractHistogram nanos, double percentile) {
    // Rounded, since 100 - 99.9 is not exactly 0.1: 10,000 samples do carry their p99.9.
    long beyond = Math.round(nanos.getTotalCount() * (100 - percentile) / 100 * 1e6) / 1_000_000;
    return beyond < SAMPLES_BEYOND
        ? null
        : nanos.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
  }
}
