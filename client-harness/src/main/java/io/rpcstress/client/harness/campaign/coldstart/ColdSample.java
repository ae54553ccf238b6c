package io.rpcstress.client.harness.campaign.coldstart;

import io.rpcstress.measure.record.ColdStartRecord;
import org.jspecify.annotations.Nullable;

/**
 * What one fresh process gave. Null means unknown, or not asked of this side.
 *
 * @param subject what was started
 * @param round from 0
 * @param startMs from its start to the first good reply (a client), or to its readiness line (a
 *     server), ms
 * @param firstCallMs from when the client began to connect to its first good reply, ms
 * @param callsMs from then to the last reply, ms
 * @param cpuMs CPU time of the client until the last reply, the JVM's start included, ms
 * @param rssKb resident memory at rest, KiB: of a client with its connection open, of a server when
 *     it began to accept calls
 */
public record ColdSample(
    ColdSubject subject,
    int round,
    double startMs,
    @Nullable Double firstCallMs,
    @Nullable Double callsMs,
    @Nullable Double cpuMs,
    @Nullable Long rssKb) {

  private static final double NANOS_PER_MILLI = 1e6;

  /** A client's, of what it said and when it was started. */
  static ColdSample of(ColdSubject subject, int round, long spawnedAt, FirstCalls said) {
    return new ColdSample(
        subject,
        round,
        (said.firstAt() - spawnedAt) / NANOS_PER_MILLI,
        (said.firstAt() - said.openedAt()) / NANOS_PER_MILLI,
        (said.lastAt() - said.openedAt()) / NANOS_PER_MILLI,
        said.cpuNanos() < 0 ? null : (Double) (said.cpuNanos() / NANOS_PER_MILLI),
        said.rssKb() < 0 ? null : (Long) said.rssKb());
  }

  /** A server's. */
  static ColdSample of(ColdSubject subject, int round, long spawnedAt, long readyAt, long rssKb) {
    return new ColdSample(
        subject,
        round,
        (readyAt - spawnedAt) / NANOS_PER_MILLI,
        null,
        null,
        null,
        rssKb < 0 ? null : (Long) rssKb);
  }

  /** As it stands in a file. */
  ColdStartRecord.Sample kept() {
    return new ColdStartRecord.Sample(
        subject.side().label(),
        subject.technology(),
        subject.archive(),
        round,
        startMs,
        firstCallMs,
        callsMs,
        cpuMs,
        rssKb);
  }
}
