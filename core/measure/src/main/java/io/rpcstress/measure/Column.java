package io.rpcstress.measure;

/**
 * One column of a file that others read: its entry in the data dictionary. Immutable.
 *
 * @param type what its cells are; an empty cell is an unknown value
 * @param unit of a number: us, bytes, percent, ...; empty where it counts what its name says
 * @param meaning what it holds, in a sentence
 */
public record Column(String name, Type type, String unit, String meaning) {

  /** The types of a Frictionless Table Schema that are used here. */
  public enum Type {
    STRING,
    INTEGER,
    /** A number with a dot as decimal point. */
    NUMBER,
    /** An instant in UTC, ISO 8601. */
    DATETIME
  }
}
