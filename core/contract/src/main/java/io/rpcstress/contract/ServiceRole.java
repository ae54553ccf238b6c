package io.rpcstress.contract;

import java.util.List;
import java.util.Optional;

/**
 * What a process does where an operation spans several services, which of the others it calls, and
 * its default port: this is the one place that defines which, for both hosts and for the scripts.
 */
public enum ServiceRole implements Labelled {
  /** Takes orders and confirms them; the one that clients call, where the technology listens. */
  ORDER(0),
  /** Keeps the stock. */
  PRODUCT(200),
  /** Writes the invoice, and has the order shipped. */
  CUSTOMER(400),
  /** Takes the shipping job. */
  SHIPPING(600);

  /** The word for a process that has all roles, and so calls no other. */
  public static final String ALL = "all";

  private final int portOffset;

  ServiceRole(int portOffset) {
    this.portOffset = portOffset;
  }

  /** What the scripts call all services of a server together: {@code roles-grpc}. */
  public static String all(String server) {
    return "roles-" + server;
  }

  /** The default port of this role, given that of its technology's server. */
  public int port(int serverPort) {
    return serverPort + portOffset;
  }

  /** The roles that this one calls. Unmodifiable. */
  public List<ServiceRole> peers() {
    return switch (this) {
      case ORDER -> List.of(PRODUCT, CUSTOMER);
      case CUSTOMER -> List.of(SHIPPING);
      case PRODUCT, SHIPPING -> List.of();
    };
  }

  public static Optional<ServiceRole> find(String label) {
    return Labelled.find(values(), label);
  }

  /** All labels, for a person: {@code order, product, customer, shipping}. */
  public static String labels() {
    return String.join(", ", Labelled.labels(values()));
  }
}
