package io.rpcstress.engine.point;

import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What processes on the servers' hosts report of themselves, read again and again: of each what its
 * counters grew by, or nothing of all where one does not answer. Confined to one thread.
 */
final class ReportedUsage {

  /** How one is read. */
  interface Query {
    ServerUsage read(UsageReader counters) throws IOException;
  }

  private final List<UsageReader> readers;
  private final boolean triesAgain;
  private final Consumer<String> warnings;
  private boolean isMissed;
  private List<ServerUsage> first = List.of();
  private List<ServerUsage> before = List.of();
  private List<ServerUsage> last = List.of();

  ReportedUsage(List<UsageReader> readers, boolean triesAgain, Consumer<String> warnings) {
    this.readers = List.copyOf(readers);
    this.triesAgain = triesAgain;
    this.warnings = warnings;
  }

  void begin(Query query) {
    before = List.of();
    last = triesAgain || !isMissed ? read(query) : List.of();
    first = first.isEmpty() ? last : first;
  }

  /** Behind the last reply, or at the border of a window. */
  void next(Query query) {
    before = last;
    last = before.isEmpty() ? before : read(query);
  }

  /** In place of the last reading, which stays where one does not answer any more. */
  void again(Query query) {
    List<ServerUsage> now = last.isEmpty() ? last : read(query);
    last = now.isEmpty() ? last : now;
  }

  private List<ServerUsage> read(Query query) {
    List<ServerUsage> now = new ArrayList<>();
    try {
      for (UsageReader each : readers) {
        now.add(query.read(each));
      }
    } catch (IOException e) {
      if (!isMissed) {
        isMissed = true; // once is enough
        warnings.accept(String.valueOf(e.getMessage()));
      }
      return List.of();
    }
    return now;
  }

  /** Between the last two readings; empty where one is missing. */
  List<ServerUsage> growth() {
    return since(before);
  }

  /** Between the first reading of all and the last. */
  List<ServerUsage> sinceFirst() {
    return since(first);
  }

  private List<ServerUsage> since(List<ServerUsage> then) {
    return IntStream.range(0, Math.min(then.size(), last.size()))
        .mapToObj(i -> last.get(i).since(then.get(i)))
        .toList();
  }

  /** Of all together; null where there is none, or it is not known. */
  static @Nullable ServerUsage sum(List<ServerUsage> each) {
    return each.stream().reduce(ServerUsage::plus).orElse(null);
  }

  int size() {
    return readers.size();
  }

  /** Whether something is so of one of them between the last two readings. */
  private boolean isAny(BiPredicate<ServerUsage, ServerUsage> is) {
    return IntStream.range(0, Math.min(before.size(), last.size()))
        .anyMatch(i -> is.test(before.get(i), last.get(i)));
  }

  /**
   * Whether one of several served nothing between the last two readings, was started anew, or did
   * not answer; never of one alone.
   */
  boolean isOneIdle() {
    return size() > 1
        && (before.isEmpty()
            || last.isEmpty()
            || isAny(
                (then, now) ->
                    now.startedMillis() != then.startedMillis()
                        || now.callsServed() <= then.callsServed()));
  }

  /** Whether another client read the counters of one of them between the last two readings. */
  boolean isOneScraped() {
    return isAny(
        (then, now) ->
            now.startedMillis() == then.startedMillis()
                && then.scrapes() >= 0
                && now.scrapes() > then.scrapes());
  }
}
