package io.rpcstress.contract;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a client can ask of a server, whatever carries the question: a name, what the question can
 * carry, the right answer, and the rule by which a reply is right or wrong. Stateless and safe for
 * use by many threads.
 *
 * @param <Q> the request; never changed once it is made
 * @param <R> the reply
 */
public interface Operation<Q, R> {

  /** As in options, files and tables: lower-case letters, digits, dashes. */
  String name();

  /** One line for a person: the request and the reply. */
  String summary();

  /**
   * What of its payload can be set, in the order of {@link Payload#toString}; one or more, with
   * names of their own. Unmodifiable.
   */
  List<PayloadDimension> dimensions();

  /**
   * What all calls of a point ask. Made once, so that making it costs no call anything; equal
   * payloads give equal questions.
   *
   * @param payload in this operation's dimensions
   * @throws IllegalArgumentException if it is another operation's
   */
  Q request(Payload payload);

  /**
   * What a person asks who writes the payload down. Unless an operation has a spelling of its own,
   * that is its dimensions, for example {@code key=64,value=512}.
   */
  default Q request(String text) {
    return request(Payload.parse(this, text));
  }

  /**
   * What one call of a point asks, where calls differ: an order has an id. Called before the call's
   * clock starts, by the thread that makes the call. Unless an operation says otherwise, all calls
   * ask the same.
   *
   * @param request what {@link #request(Payload)} made
   * @param number another one for each call, more than 0
   */
  default Q numbered(Q request, long number) {
    return request;
  }

  /** Which part of a mix a question is, from 0; every call of a mix asks for it. */
  default int part(Q request) {
    return 0;
  }

  /** The payload of a question that {@link #request} made. */
  Payload payload(Q request);

  /**
   * The size of what a question carries, bytes: the same for every technology, whatever its wire
   * adds.
   */
  long bytes(Q request);

  /** The size of what the answer carries, bytes; null where that is not known before. */
  default @Nullable Long replyBytes(Q request) {
    return null;
  }

  /**
   * The pack that a question comes out of, by name and hash; empty where the payload says it all. A
   * server needs the same one.
   */
  default String pack(Q request) {
    return "";
  }

  /**
   * The same operation, under the same name, with these messages in place of its own; empty where
   * it is none of streams.
   */
  default Optional<Operation<Q, R>> carrying(StreamContent content) {
    return Optional.empty();
  }

  /** What a server that works answers. */
  R answer(Q request);

  /**
   * Whether the reply answers the request. Every reply of every technology passes here, so it
   * allocates nothing and costs little beside a call.
   */
  boolean isAnswer(Q request, R reply);

  /**
   * One line, bounded in length, that says how a reply for which {@link #isAnswer} is false
   * differs.
   */
  String describeWrong(Q request, R reply);

  /**
   * A wrong reply that is as like the right one as can be: the controls of the harness put it in
   * the place of the right one, and expect it to be found.
   */
  R falsified(R right);

  /**
   * Whether a call ends when its request was sent, since no reply follows: whether it arrived, the
   * server's count shows alone.
   */
  default boolean isOneWay() {
    return false;
  }

  /** Whether a reply is a stream of messages, of which a first one comes before the last. */
  default boolean isStream() {
    return false;
  }

  /**
   * When the first message of a right reply arrived that {@linkplain #isStream is a stream}, as
   * {@link System#nanoTime} has it.
   */
  default long firstAt(R reply) {
    throw new UnsupportedOperationException(name() + " is no stream");
  }

  /**
   * How many calls of other services one call brings about, by the service's role; empty where it
   * passes no other. Those of a service that the called process has itself are no calls.
   * Unmodifiable.
   */
  default Map<String, Integer> services(Q request) {
    return Map.of();
  }
}
