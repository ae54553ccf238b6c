package io.rpcstress.rpcx.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.value.Codecs;
import io.rpcstress.rpcx.value.TypeArguments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** What the server's log gets, and how much of it. */
class FailureLogTest {
  private final AtomicLong nanos = new AtomicLong(TimeUnit.SECONDS.toNanos(7));
  private final Lines lines = new Lines();
  private final FailureLog log = new FailureLog(nanos::get, lines);

  @Test
  void aFloodOfFailuresIsCountedInsteadOfWritten() {
    for (int i = 0; i < 100_000; i++) {
      log.failed("greeter.greet", new IllegalStateException("x"));
    }
    assertThat(lines.all).hasSize(Limits.MAX_LOGGED_PER_SECOND);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    log.failed("greeter.greet", new IllegalStateException("x"));
    assertThat(lines.all).hasSize(Limits.MAX_LOGGED_PER_SECOND + 2);
    assertThat(lines.all.get(Limits.MAX_LOGGED_PER_SECOND))
        .contains(100_000 - Limits.MAX_LOGGED_PER_SECOND + " more calls failed");
  }

  @Test
  void anErrorIsAnErrorAndAnExceptionAWarning() {
    log.failed("a.b", new AssertionError("x"));
    log.failed("a.b", new IllegalStateException("x"));
    assertThat(lines.all.get(0)).startsWith("ERROR a.b failed");
    assertThat(lines.all.get(1)).startsWith("WARN a.b failed");
  }

  @Test
  void whatAOneWayCallEndsWithIsLoggedSinceNoCallerGetsIt() throws Exception {
    RPCXException chosen = new RPCXException(StatusCode.ABORTED, "chosen");
    PublishedMethod method = hanging();
    for (Throwable thrown : List.of(chosen, new CompletionException(chosen))) {
      for (boolean oneWay : new boolean[] {true, false}) {
        Reply reply = Replies.problem(1, method, thrown, oneWay, 1024, new FailureLog.Lazy(log));
        byte[] frame = reply.frame();
        byte[] body = Arrays.copyOfRange(frame, Integer.BYTES, frame.length);
        assertThat(Envelope.parseFrom(body).getReply().getStatus())
            .as("what the handler chose, wherever it ran")
            .isEqualTo(StatusCode.ABORTED.number());
      }
    }
    assertThat(lines.causes).containsExactly(chosen, chosen);
  }

  /** Something to be published. */
  static final class Hanging {
    @Method("hang")
    public void hang() {}
  }

  private static PublishedMethod hanging() throws NoSuchMethodException {
    java.lang.reflect.Method declared = Hanging.class.getMethod("hang");
    return new PublishedMethod(
        "s",
        new Hanging(),
        declared,
        declared.getAnnotation(Method.class),
        TypeArguments.of(Hanging.class),
        new Codecs());
  }

  @Test
  void aHandlerThatHoldsItsLoopIsNamedWithItsStackOnceAMinute() throws Exception {
    PublishedMethod method = hanging();
    CountDownLatch gate = new CountDownLatch(1);
    Thread hanging =
        new Thread(
            () -> {
              try {
                gate.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "hanging-loop");
    hanging.start();
    LoopWatch watch = new LoopWatch(Limits.DEFAULTS, new FailureLog.Lazy(log));
    LoopWatch.Loop loop = watch.add(hanging);
    long start = 0;
    loop.begins(method, start);
    watch.look(start + TimeUnit.SECONDS.toNanos(4));
    assertThat(watch.stuck()).isFalse();
    for (int second = 6; second < 66; second++) {
      watch.look(start + TimeUnit.SECONDS.toNanos(second));
      assertThat(watch.stuck()).isTrue();
    }
    assertThat(lines.all).hasSize(1);
    assertThat(lines.all.get(0)).contains("s.hang has held its event loop for 6 s");
    assertThat(lines.causes.get(0).getMessage()).contains("hanging-loop");
    watch.look(start + TimeUnit.SECONDS.toNanos(67));
    assertThat(lines.all).hasSize(2);
    loop.ended();
    watch.look(start + TimeUnit.SECONDS.toNanos(68));
    assertThat(watch.stuck()).isFalse();
    gate.countDown();
    hanging.join(20_000);
  }

  /** Keeps what is logged. */
  private static final class Lines extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1L;

    final transient List<String> all = new ArrayList<>();
    final transient List<Throwable> causes = new ArrayList<>();

    @Override
    protected String getFullyQualifiedCallerName() {
      return Lines.class.getName();
    }

    @Override
    protected void handleNormalizedLoggingCall(
        Level level, Marker marker, String pattern, Object[] arguments, Throwable cause) {
      all.add(level + " " + MessageFormatter.basicArrayFormat(pattern, arguments));
      if (cause != null) {
        causes.add(cause);
      }
    }

    @Override
    public boolean isTraceEnabled() {
      return true;
    }

    @Override
    public boolean isDebugEnabled() {
      return true;
    }

    @Override
    public boolean isInfoEnabled() {
      return true;
    }

    @Override
    public boolean isWarnEnabled() {
      return true;
    }

    @Override
    public boolean isErrorEnabled() {
      return true;
    }
  }
}
