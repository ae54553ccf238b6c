package io.rpcstress.measure;

import java.util.List;
import org.HdrHistogram.Histogram;

/** What several client hosts had of one open loop's run, together. Stateless. */
public final class OpenSum {

  private OpenSum() {}

  /** The run of all hosts: what each offered, and what each achieved, added. */
  public static OpenRun of(Run whole, List<OpenRun> hosts, Histogram service) {
    CallCounts warmup =
        hosts.stream().map(OpenRun::warmup).reduce(new CallCounts(0, 0, 0, 0, 0), CallCounts::plus);
    boolean async = hosts.stream().allMatch(host -> host.starting().equals(OpenRun.ASYNC));
    return new OpenRun(
        whole,
        Latency.of(service),
        warmup,
        hosts.stream().mapToDouble(OpenRun::offeredPerSecond).sum(),
        hosts.stream().mapToDouble(OpenRun::achievedPerSecond).sum(),
        async ? OpenRun.ASYNC : OpenRun.THREADS);
  }
}
