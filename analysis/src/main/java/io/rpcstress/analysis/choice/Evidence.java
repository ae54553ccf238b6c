package io.rpcstress.analysis.choice;

import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.measure.statistics.Interval;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was found at one load. Immutable. Null means unknown.
 *
 * @param kind of load
 * @param subject the technology in its variant, and what else of its points a reader picks as one:
 *     {@code grpc@tuned in-flight 4}
 * @param protocol as the harness takes it, {@code grpc@tuned}
 * @param inFlight calls that each thread kept open
 * @param options what else the harness has to be told for such calls, as words: {@code --path
 *     haproxy}; empty for calls of one client that go to their server directly
 * @param operation what every call did; empty where the files do not say
 * @param payload what every call carried, as the operation's dimensions; empty where unknown
 * @param payloadBytes its size
 * @param threads that called; of an open loop, calls that could be open at once where callers
 *     block; 0 where the files do not say
 * @param requests of a counted loop's runs; 0 of the others
 * @param processes whose numbers these are
 * @param rate calls/s: reached by a closed loop, offered by an open one
 * @param p99 99th percentile of the latency, us: of an open loop its response time, the mean over
 *     processes with its interval
 * @param costs of a good call
 * @param against why the numbers carry no verdict: flags, calls that failed; empty if nothing does
 * @param leftOut of an open loop how many further processes are not in the numbers, and by which
 *     flags; empty where all are, and where none is left, which {@code against} says
 * @param failed why there is no number but the rate that was offered; empty where there is one
 * @param offer of an open loop how its calls were offered
 */
public record Evidence(
    Kind kind,
    String subject,
    String protocol,
    int inFlight,
    List<String> options,
    String operation,
    String payload,
    @Nullable Long payloadBytes,
    int threads,
    int requests,
    int processes,
    @Nullable Interval rate,
    @Nullable Interval p99,
    Costs costs,
    String against,
    String leftOut,
    String failed,
    Offer offer) {

  /** Copies the list. */
  public Evidence {
    options = List.copyOf(options);
  }

  /**
   * Whether the row comes before nobody's: nothing of it may enter a verdict. Of counted loops that
   * is so wherever something speaks against the point. Of open loops it is where flags leave no
   * process, or one that is left lost calls; processes that are left out beside others say so in
   * {@code leftOut}. A timed loop's row is never so: its numbers are those of the processes that no
   * flag leaves out, and what speaks against it is said beside them.
   */
  boolean isInvalid() {
    return !against.isEmpty() && (kind == Kind.OPEN || kind == Kind.FIRST_SECONDS);
  }

  /** The same without a result, and why. */
  Evidence failed(String why) {
    return new Evidence(
        kind,
        subject,
        protocol,
        inFlight,
        options,
        operation,
        payload,
        payloadBytes,
        threads,
        requests,
        processes,
        rate,
        p99,
        costs,
        against,
        leftOut,
        why,
        offer);
  }

  /**
   * What a good call costs.
   *
   * @param clientCpu processor time of the client, us
   * @param serverCpu processor time of the server, us
   * @param betweenCpu processor time of the proxy or broker between them, us; null, too, where
   *     there is none
   * @param bytes over the wire, both ways
   */
  public record Costs(
      @Nullable Interval clientCpu,
      @Nullable Interval serverCpu,
      @Nullable Interval betweenCpu,
      @Nullable Double bytes) {

    /** Of calls of which it was not measured. */
    public static final Costs UNKNOWN = new Costs(null, null, null, null);
  }

  /**
   * How an open loop's calls were offered.
   *
   * @param arrivals how they lie in time
   * @param warmup what went before them; empty where unknown
   */
  public record Offer(String arrivals, String warmup) {

    /** Of a loop that is not open. */
    public static final Offer NONE = new Offer("", "");
  }

  private static final String CLOSED = ", closed loop";

  /** How the load was made: their numbers never share a ranking. */
  public enum Kind {
    /** Windows of timed loops, after a warm-up. */
    STEADY("steady", CLOSED),
    /** Counted runs from a JVM's start on. */
    FIRST_SECONDS("first", CLOSED),
    /** Calls made when they are due. */
    OPEN("open", ", at a rate that was offered");

    private final String id;
    private final String loop;

    Kind(String id, String loop) {
      this.id = id;
      this.loop = loop;
    }

    /** The word in the page's data. */
    public String id() {
      return id;
    }

    /**
     * As it is printed: by the name that the page has for it.
     *
     * @param timed what the sweep's timed loops are about
     */
    public String label(Scope timed) {
      Scope subject =
          switch (this) {
            case STEADY -> timed;
            case FIRST_SECONDS -> Scope.FIRST_SECONDS;
            case OPEN -> Scope.OPEN;
          };
      return subject.labelWithin() + loop;
    }
  }
}
