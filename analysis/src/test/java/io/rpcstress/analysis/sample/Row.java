package io.rpcstress.analysis.sample;

import io.rpcstress.analysis.model.Run;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A made-up run: what is not said of it is not known. */
public final class Row {

  private final int order;
  private final long micros;
  private double tps;
  private long issued;
  private long ok;
  private long timedOut;
  private @Nullable Double underWay;
  private @Nullable Long clientCpuUs;
  private @Nullable Long serverCpuUs;
  private @Nullable Long proxyCpuUs;
  private @Nullable Long clientCompileUs;
  private @Nullable Long serverCompileUs;
  private @Nullable Long bytesOut;
  private @Nullable Long bytesIn;
  private @Nullable Integer steadyFrom;
  private List<String> flags = List.of();

  /** Of so many calls, all good. */
  public Row(int order, double ms, long calls) {
    this.order = order;
    this.micros = Math.round(ms * 1_000);
    this.issued = calls;
    this.ok = calls;
    this.tps = calls / (ms / 1_000);
  }

  /** The same as a run, to be changed. */
  public Row(Run run) {
    this(run.order(), run.timeMs(), run.callsIssued());
    ok = run.callsOk();
    tps = run.tps();
    timedOut = run.callsTimedOut();
    underWay = run.callsUnderWay();
    clientCpuUs = run.clientCpuUs();
    serverCpuUs = run.serverCpuUs();
    proxyCpuUs = run.proxyCpuUs();
    clientCompileUs = run.clientCompileUs();
    serverCompileUs = run.serverCompileUs();
    bytesOut = run.bytesOut();
    bytesIn = run.bytesIn();
    steadyFrom = run.steadyFrom();
    flags = run.flags();
  }

  public Row tps(double value) {
    tps = value;
    return this;
  }

  /** Further calls that were not good. */
  public Row notOk(long calls) {
    issued = ok + calls;
    return this;
  }

  /** Of the good calls so many were not, and timed out. */
  public Row timedOut(long calls) {
    ok = issued - calls;
    timedOut = calls;
    return this;
  }

  public Row underWay(@Nullable Double calls) {
    underWay = calls;
    return this;
  }

  /** Processor time of both sides, us. */
  public Row cpu(@Nullable Double client, @Nullable Double server) {
    clientCpuUs = client == null ? null : (Long) Math.round(client);
    serverCpuUs = server == null ? null : (Long) Math.round(server);
    return this;
  }

  /** Processor time of what lies between them, us. */
  public Row between(long micros) {
    proxyCpuUs = micros;
    return this;
  }

  /** What compilers took of the processor time of both sides, us. */
  public Row compiling(long client, long server) {
    clientCompileUs = client;
    serverCompileUs = server;
    return this;
  }

  public Row bytes(@Nullable Long out, @Nullable Long in) {
    bytesOut = out;
    bytesIn = in;
    return this;
  }

  public Row steadyFrom(@Nullable Integer window) {
    steadyFrom = window;
    return this;
  }

  public Row flags(String... words) {
    flags = List.of(words);
    return this;
  }

  public Run run() {
    return new Run(
        order,
        micros,
        tps,
        Math.round(1e9 * ok / micros) / 1e3,
        issued,
        ok,
        issued - ok - timedOut,
        timedOut,
        0,
        null,
        null,
        null,
        underWay,
        null,
        null,
        clientCpuUs,
        clientCompileUs,
        null,
        null,
        null,
        null,
        serverCpuUs,
        serverCompileUs,
        null,
        null,
        null,
        proxyCpuUs,
        null,
        bytesOut,
        bytesIn,
        null,
        null,
        null,
        null,
        null,
        steadyFrom,
        flags);
  }
}
