package io.rpcstress.driver.tcp;

import io.rpcstress.driver.CallException;

/**
 * Makes something of a line that was read.
 *
 * @param <T> what is made of it
 */
interface Line<T> {

  /**
   * Called once for a line, before the next is read.
   *
   * @param bytes holds the line from {@code from} up to {@code to}, without its newline; to be kept
   *     as a copy only
   * @throws CallException where nothing can be made of it: its connection is given up
   */
  T read(byte[] bytes, int from, int to) throws CallException;
}
