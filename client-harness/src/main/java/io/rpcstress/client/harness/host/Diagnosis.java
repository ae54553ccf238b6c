package io.rpcstress.client.harness.host;

import io.rpcstress.client.harness.host.HostRules.HostLimits;
import io.rpcstress.engine.load.ClockReading;
import io.rpcstress.usage.HostFacts;
import java.util.ArrayList;
import java.util.List;

/**
 * The rules: what of the findings would spoil a measurement. Depends on nothing else, so the same
 * findings give the same warnings. A fact that is unknown is no warning; it is named instead.
 *
 * @param warnings in the order of the rules, host A before host B
 * @param notJudged facts that a rule needed and that are unknown
 */
public record Diagnosis(List<Warning> warnings, List<String> notJudged) {

  public Diagnosis {
    warnings = List.copyOf(warnings);
    notJudged = List.copyOf(notJudged);
  }

  public static Diagnosis of(Examination findings) {
    List<Warning> warnings = new ArrayList<>();
    List<String> notJudged = new ArrayList<>();
    new HostRules("host A", findings.client(), warnings, notJudged).judge();
    HostState server = findings.server();
    if (server != null) {
      if (!findings.sameHost()) {
        new HostRules("host B", server, warnings, notJudged).judge();
      }
      sameJdk(findings.client().facts(), server.facts(), warnings);
    }
    clock(findings.clock(), warnings);
    if (findings.sameHost()) {
      warnings.add(
          new Warning(
              "both hosts",
              "client and server are on the same host",
              "two hosts: on one host they share its CPU, and the line is loopback",
              "give --host the address of another host; on one host, measure only to try things "
                  + "out"));
    }
    findings.servers().forEach(each -> reach(each, warnings));
    return new Diagnosis(warnings, notJudged);
  }

  private static void sameJdk(HostFacts client, HostFacts server, List<Warning> warnings) {
    String here = client.jdk();
    String there = server.jdk();
    if (!here.equals(there)) {
      warnings.add(
          new Warning(
              "both hosts",
              "JDK %s on A, %s on B".formatted(here, there),
              "the same JDK on both",
              "install the same one on both hosts, then restart the servers"));
    }
  }

  private static void clock(ClockReading clock, List<Warning> warnings) {
    String fix = HostRules.FASTER_CLOCK;
    if (clock.granularityNanos() > ClockReading.COARSEST_NANOS) {
      warnings.add(
          new Warning(
              "host A",
              "System.nanoTime moves in steps of %d ns".formatted(clock.granularityNanos()),
              "at most %d ns".formatted(ClockReading.COARSEST_NANOS),
              fix));
    }
    if (clock.costNanos() > HostLimits.MAX_CLOCK_COST_NANOS) {
      warnings.add(
          new Warning(
              "host A",
              "System.nanoTime takes %d ns".formatted(clock.costNanos()),
              "at most %d ns".formatted(HostLimits.MAX_CLOCK_COST_NANOS),
              fix));
    }
  }

  private static void reach(Examination.Reach server, List<Warning> warnings) {
    String name = server.name();
    String fix =
        "on B: sudo systemctl restart rpc-stress@%s (deploy/deploy.sh installs it), and let A through"
                .formatted(name)
            + " B's firewall to ";
    if (server.serviceProblem() != null) {
      warnings.add(
          new Warning(
              "host B",
              "no %s server at %s: %s".formatted(name, server.service(), server.serviceProblem()),
              "a server that takes connections",
              fix + server.service()));
    }
    if (server.usageProblem() != null) {
      warnings.add(
          new Warning(
              "host B",
              "no usage endpoint of %s at %s: %s"
                  .formatted(name, server.usage(), server.usageProblem()),
              "counters and facts over HTTP",
              fix + server.usage()));
    }
    if (server.refusal() != null) {
      warnings.add(
          new Warning(
              "host B",
              server.refusal(),
              "the server that its clients are compared with",
              "on B: start %s, or give its address with --port and --usage-port".formatted(name)));
    }
  }

  /** Something that would spoil a measurement, and what to do about it. */
  public record Warning(String where, String found, String expected, String fix) {

    @Override
    public String toString() {
      return where + ": " + found + "; expected: " + expected + "; fix: " + fix;
    }
  }
}
