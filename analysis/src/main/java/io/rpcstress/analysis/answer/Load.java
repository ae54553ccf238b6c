package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.measure.Point;

/**
 * What numbers hold for: the threads that call or the rate that is offered, the requests of a
 * counted loop, what a call carries, and the line. No number is of two. Immutable.
 *
 * @param place a point of it, of no technology and at the defaults of its {@link Loads#WAYS}
 * @param words as a sentence has it: {@code 100 threads, 16 bytes}
 */
public record Load(Point place, String words) {

  /** Whether a cell was measured at it. */
  public boolean holds(Cell cell) {
    return Loads.place(cell.point()).equals(place);
  }

  /** The rate of an open loop, calls/s; 0 of the others. */
  public int rate() {
    return Loads.rate(place);
  }

  /** The requests of a counted loop's runs, whatever they are of; 0 of the others. */
  public int requests() {
    return Loads.requests(place);
  }

  /** How an answer begins. */
  public String at() {
    return "At " + words;
  }
}
