package io.rpcstress.engine.load;

import io.rpcstress.contract.Operation;
import io.rpcstress.contract.Payload;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What every call of a point does.
 *
 * @param request one object for all calls, so that making it costs no call anything. Where calls
 *     differ, each asks {@link Operation#numbered} of it
 * @param mix what calls ask instead where they ask several things; null where they don't
 */
public record Workload<Q, R>(Operation<Q, R> operation, Q request, @Nullable Mix<Q> mix) {

  public Workload(Operation<Q, R> operation, Q request) {
    this(operation, request, null);
  }

  /** A mix of requests, the first of which stands for what all have in common. */
  public static <Q, R> Workload<Q, R> of(Operation<Q, R> operation, Mix<Q> mix) {
    return new Workload<>(operation, mix.request(0), mix);
  }

  /**
   * The size of a request, of a mix the mean.
   *
   * @param trace what is replayed; null where nothing is
   */
  public long payloadBytes(@Nullable Trace trace) {
    Mix<Q> several = mix;
    return several == null
        ? operation.bytes(request)
        : Objects.requireNonNull(several.mean(operation::bytes, trace));
  }

  /** The same of a reply; null where it is not known. */
  public @Nullable Long replyBytes(@Nullable Trace trace) {
    Mix<Q> several = mix;
    return several == null
        ? operation.replyBytes(request)
        : several.mean(operation::replyBytes, trace);
  }

  /** The pack or the mix that calls come out of; empty where there is none. */
  public String pack() {
    Mix<Q> several = mix;
    return several == null ? operation.pack(request) : several.name();
  }

  /** The packs that a server needs, with commas between; empty where it needs none. */
  public String packs() {
    Mix<Q> several = mix;
    return several == null
        ? operation.pack(request)
        : several.parts().stream()
            .map(each -> operation.pack(each.request()))
            .collect(Collectors.joining(","));
  }

  /** How many calls of other services each call brings about, by the service's role. */
  public Map<String, Integer> services() {
    return operation.services(request);
  }

  public Payload payload() {
    return operation.payload(request);
  }
}
