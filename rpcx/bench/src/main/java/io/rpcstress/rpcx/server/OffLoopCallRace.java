package io.rpcstress.rpcx.server;

import io.netty.channel.embedded.EmbeddedChannel;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.value.OwnCodecs;
import io.rpcstress.rpcx.wire.FieldWriter;
import io.rpcstress.rpcx.wire.Fields;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A call that has left the event loop ends once, whichever thread ends it, and what it held of the
 * budgets is back then, once.
 */
public final class OffLoopCallRace {
  /** As many calls at a time as jcstress likes to prepare. */
  private static final Limits LIMITS = Limits.builder().maxInFlight(Integer.MAX_VALUE / 2).build();

  private static final Server SERVER =
      stopped(
          new Server(
              new ServerSettings(
                  "127.0.0.1",
                  0,
                  null,
                  1,
                  List.of(new Service()),
                  OwnCodecs.NONE,
                  null,
                  token -> true,
                  List.of(),
                  null,
                  LIMITS,
                  null,
                  Quotas.NONE,
                  false)));

  private static final byte[] NONE = {};

  private OffLoopCallRace() {}

  /**
   * Its calls are counted all the same; its threads would keep jcstress's processes from ending.
   */
  private static Server stopped(Server server) {
    boolean unused = server.stop(0);
    return server;
  }

  /** Methods that leave the event loop. */
  @RPCXServer("off-loop")
  static final class Service {
    /** What the last call of a thread waits for. */
    private static final ThreadLocal<CompletableFuture<String>> LAST = new ThreadLocal<>();

    /** Ends at once. */
    @Method(value = "blocking", blocking = true)
    public String blocking(List<String> texts) {
      return "result";
    }

    /** Ends when a caller ends it. */
    @Method("later")
    public CompletableFuture<String> later(List<String> texts) {
      CompletableFuture<String> result = new CompletableFuture<>();
      LAST.set(result);
      return result;
    }
  }

  /** A call of a connection of its own, counted as a connection counts it. */
  abstract static class Counted {
    final OffLoopCall call;
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final Output output = new Output(channel, LIMITS, SERVER.unwritten(), () -> {});
    private final Calls calls = new Calls(SERVER, output);

    /** A call of this method, which has not started. */
    Counted(String name) {
      Request request = request(name);
      PublishedMethod method = SERVER.methods().find(request);
      if (method == null || !SERVER.enter(0)) {
        throw new IllegalStateException("no such method, or too many calls");
      }
      if (!calls.requests().take(request.bytes())) {
        throw new IllegalStateException("no room");
      }
      call = new OffLoopCall(calls, method, request, System.nanoTime() + Long.MAX_VALUE / 2);
    }

    private static Request request(String name) {
      // A list of one empty text.
      FieldWriter parameter =
          new FieldWriter()
              .text(Fields.TYPE_KEY, "list<string>")
              .content(Fields.VALUE_KEY, new FieldWriter().content(Fields.TYPE_KEY, NONE).bytes());
      byte[] bytes =
          new FieldWriter()
              .number(Fields.ID_KEY, 1)
              .text(Fields.SERVICE_KEY, "off-loop")
              .text(Fields.METHOD_KEY, name)
              .content(Fields.PARAMETER_KEY, parameter.bytes())
              .bytes();
      Request request = new Request();
      request.read(bytes, 0, bytes.length);
      return request;
    }

    /** How often it ended, what its request holds, and what its reply holds once it is written. */
    void count(III_Result result) {
      // Ended twice, it stands behind itself in the output.
      boolean twice = call.next() == call;
      boolean once = channel.hasPendingTasks();
      result.r1 = twice ? 2 : once ? 1 : 0;
      result.r2 = (int) calls.requests().held();
      if (!twice) {
        channel.runPendingTasks();
      }
      result.r3 = (int) output.unwritten();
      boolean unused = channel.releaseOutbound();
    }
  }

  /** A thread takes a call that its caller cancels. */
  @JCStressTest
  @Outcome(id = "1, 0, 0", expect = Expect.ACCEPTABLE, desc = "It ended once and holds nothing.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "It ended twice, or never, or the budgets are wrong.")
  @State
  public static class CancelAndRun extends Counted {
    /** Waits for a thread. */
    public CancelAndRun() {
      super("blocking");
    }

    /** The thread. */
    @Actor
    public void run() {
      call.run();
    }

    /** The event loop. */
    @Actor
    public void cancel() {
      call.cancel();
    }

    /** What came of it. */
    @Arbiter
    public void left(III_Result result) {
      count(result);
    }
  }

  /** A caller cancels a call while its method returns a future, which no other thread ends. */
  @JCStressTest
  @Outcome(id = "1, 0, 0", expect = Expect.ACCEPTABLE, desc = "It ended once and holds nothing.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "It ended twice, or never, or the budgets are wrong.")
  @State
  public static class CancelAndBegin extends Counted {
    /** Has not started. */
    public CancelAndBegin() {
      super("later");
    }

    /** The thread that begins it. */
    @Actor
    public void run() {
      call.run();
    }

    /** The event loop. */
    @Actor
    public void cancel() {
      call.cancel();
    }

    /** What came of it. */
    @Arbiter
    public void left(III_Result result) {
      count(result);
    }
  }

  /** The future of a call is completed while its caller cancels. */
  @JCStressTest
  @Outcome(id = "1, 0, 0", expect = Expect.ACCEPTABLE, desc = "It ended once and holds nothing.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "It ended twice, or never, or the budgets are wrong.")
  @State
  public static class CancelAndAccept extends Counted {
    private final CompletableFuture<String> result;

    /** Its method has returned. */
    public CancelAndAccept() {
      super("later");
      call.run();
      result = Service.LAST.get();
    }

    /** The application. */
    @Actor
    public void complete() {
      boolean unused = result.complete("result");
    }

    /** The event loop. */
    @Actor
    public void cancel() {
      call.cancel();
    }

    /** What came of it. */
    @Arbiter
    public void left(III_Result result) {
      count(result);
    }
  }

  /** An executor runs a call, and reports that it does not. */
  @JCStressTest
  @Outcome(id = "1, 0, 0", expect = Expect.ACCEPTABLE, desc = "It ended once and holds nothing.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "It ended twice, or never, or the budgets are wrong.")
  @State
  public static class RefuseAndRun extends Counted {
    /** Waits for a thread. */
    public RefuseAndRun() {
      super("blocking");
    }

    /** The thread. */
    @Actor
    public void run() {
      call.run();
    }

    /** The event loop. */
    @Actor
    public void refuse() {
      call.refuse("no thread is free for the call");
    }

    /** What came of it. */
    @Arbiter
    public void left(III_Result result) {
      count(result);
    }
  }
}
