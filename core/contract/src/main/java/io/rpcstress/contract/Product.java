package io.rpcstress.contract;

import java.util.Objects;

/**
 * A product of an order and how many of it. Immutable.
 *
 * @param name of {@value PlaceOrder#MAX_NAME_CHARS} characters at most, which servers check
 * @param quantity 0 or more, which servers check
 */
public record Product(long id, String name, int quantity) {

  /** Refuses a product without a name, whatever it was read from. */
  public Product {
    Objects.requireNonNull(name, "a product has a name");
  }
}
