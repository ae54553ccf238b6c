package io.rpcstress.client.harness.host;

/**
 * Something that would spoil a measurement, and what to do about it.
 *
 * @param where host A, host B, or both
 * @param found what is so
 * @param expected what should be so
 * @param fix the exact thing to do
 */
public record Warning(String where, String found, String expected, String fix) {

  @Override
  public String toString() {
    return where + ": " + found + "; expected: " + expected + "; fix: " + fix;
  }
}
