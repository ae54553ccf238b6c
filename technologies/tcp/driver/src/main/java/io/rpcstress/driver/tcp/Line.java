package io.rpcstress.driver.tcp;

import io.rpcstress.driver.CallException;

/**
 * Finds the end of a reply, a line unless an operation has it otherwise, and makes something of it.
 *
 * @param <T> what is made of it
 */
interface Line<T> {

  /** What {@link #end} returns for a reply whose end has not arrived yet. */
  int INCOMPLETE = -1;

  /**
   * Where a reply ends.
   *
   * @param from where it begins
   * @param searched before this the end was not found
   * @param to what has arrived; more than {@code from}
   * @return the index behind its last byte, or {@link #INCOMPLETE}
   */
  default int end(byte[] bytes, int from, int searched, int to) {
    for (int i = searched; i < to; i++) {
      if (bytes[i] == '\n') {
        return i + 1;
      }
    }
    return INCOMPLETE;
  }

  /**
   * Called once for a reply, before the next is read.
   *
   * @param bytes holds it from {@code from} up to {@code end}, a line with its newline; to be kept
   *     as a copy only
   * @throws CallException where nothing can be made of it: its connection is given up
   */
  T read(byte[] bytes, int from, int end) throws CallException;
}
