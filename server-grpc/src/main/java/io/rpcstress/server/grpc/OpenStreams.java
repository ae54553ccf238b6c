package io.rpcstress.server.grpc;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The streams that are open. gRPC waits for a call to end before it stops, and a stream ends when
 * its client likes: so a drain ends them. Thread-safe.
 */
final class OpenStreams {
  /** How long a stream that is to end has to be quiet. */
  private static final Duration QUIET = Duration.ofMillis(20);

  /** So often a peer that goes on asking is waited for, before it is ended amid that. */
  private static final int MAX_WAITS = 5;

  private final Set<AnsweringStream<?, ?>> open = ConcurrentHashMap.newKeySet();

  void add(AnsweringStream<?, ?> stream) {
    open.add(stream);
  }

  void remove(AnsweringStream<?, ?> stream) {
    open.remove(stream);
  }

  /** Ends each behind its last answer, when it is quiet: what has arrived is answered. */
  void finish() throws InterruptedException {
    for (int i = 0; i < MAX_WAITS && !open.isEmpty(); i++) {
      TimeUnit.NANOSECONDS.sleep(QUIET.toNanos());
      open.forEach(AnsweringStream::endWhereQuiet);
    }
    open.forEach(AnsweringStream::end);
  }
}
