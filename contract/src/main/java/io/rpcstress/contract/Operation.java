package io.rpcstress.contract;

/**
 * What a client can ask of a server, whatever carries the question: a name, and the rule by which a
 * reply is right or wrong. Stateless and safe for use by many threads.
 *
 * @param <Q> what is asked
 * @param <R> what is answered
 */
public interface Operation<Q, R> {

  /** As in options, files and tables: lower-case letters, digits, dashes. */
  String name();

  /** One line for a person: what is asked and what is answered. */
  String summary();

  /**
   * Whether the reply answers what was asked. Every reply of every technology passes here, so it
   * allocates nothing and costs little beside a call.
   */
  boolean isAnswer(Q asked, R reply);

  /**
   * One line, bounded in length, that says how a reply for which {@link #isAnswer} is false
   * differs.
   */
  String describeWrong(Q asked, R reply);
}
