package io.rpcstress.analysis.model;

/**
 * Something in the sweep's files that could not be read; the rest counts.
 *
 * @param file relative to the sweep's folder, slashes between
 * @param line from 1, the header's; 0 where the whole file is meant
 */
public record Unreadable(String file, long line, String problem) {
  @Override
  public String toString() {
    return file + (line > 0 ? ":" + line : "") + ": " + problem;
  }
}
