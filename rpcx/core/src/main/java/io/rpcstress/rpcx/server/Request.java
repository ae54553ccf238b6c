package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.value.ObjectBudget;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request for a method that is known, in whichever way it was read. */
interface Request {
  /** The caller's id. */
  long id();

  /** Whether no reply is wanted. */
  boolean oneWay();

  /** How long the caller still waits, in ms; 0 for the connection's default. */
  long deadlineMs();

  /** What the caller sent beside the arguments. */
  Map<String, String> metadata();

  /**
   * Compares number and types of the parameters.
   *
   * @param method what the request is for
   * @throws MalformedFrameException if they do not fit, saying what would
   */
  void check(PublishedMethod method);

  /** Its length, in bytes. */
  int bytes();

  /**
   * Decodes the arguments, which were checked.
   *
   * @param method what the request is for
   * @param budget how many objects they may become
   * @throws MalformedFrameException if a value is unreadable or they are too many
   */
  @Nullable Object[] arguments(PublishedMethod method, ObjectBudget budget);
}
