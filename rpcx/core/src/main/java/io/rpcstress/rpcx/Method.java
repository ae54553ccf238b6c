package io.rpcstress.rpcx;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Publishes a method of an {@link RPCXServer} class, or names the remote method behind a method of
 * an {@link RPCXClient} interface. What does not carry it cannot be called.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Method {
  /** The published name, unique in its service; at most 128 bytes. */
  String value();

  /**
   * Server: the method waits (for a lock, a file, another call), so it runs on a thread of its own
   * instead of the event loop, which serves many connections and must not wait. A method that sets
   * nothing runs on the event loop as long as its calls are short, and on a thread of its own for
   * good once they were not (see {@link Limits#SHORT_CALL}).
   */
  boolean blocking() default false;

  /** Server: the method stays on the event loop, however long its calls take. */
  boolean inline() default false;

  /**
   * Server: calls of this method in flight at a time in a whole service centre; beyond, it answers
   * {@link StatusCode#OVERLOADED}. 0 for no limit of its own; {@link
   * ServiceCentre.Builder#maxInFlight} overrides it.
   */
  int maxInFlight() default 0;

  /** Client: the call waits for no answer, and the server sends none. Only for void methods. */
  boolean oneWay() default false;

  /**
   * Client: deadline of this method, 1 to {@link Limits#MAX_DEADLINE_MILLIS} ms; 0 takes the one of
   * {@link RPCX.Builder#deadline}.
   */
  int deadlineMillis() default 0;

  /**
   * Client: running the method twice does no harm, so that a call whose connection was lost may be
   * made again (see {@link RPCX.Builder#attempts}). Not for one-way methods, whose loss is not
   * noticed.
   */
  boolean idempotent() default false;

  /**
   * Client: a call that finds no connection waits for one within its deadline, instead of failing
   * at once with {@link StatusCode#UNAVAILABLE}. Not for one-way methods.
   */
  boolean waitForReady() default false;
}
