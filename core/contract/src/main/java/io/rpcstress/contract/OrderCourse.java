package io.rpcstress.contract;

/**
 * How an order goes through the services: in the source's way, unless something else is looked at.
 * Immutable.
 *
 * @param localStock whether the order service waits for the stock itself instead of asking the
 *     product service
 * @param services how many services share the steps: {@link #ALL}, which is the source's four; 2,
 *     where the order service waits for the stock itself and the customer service ships what it has
 *     invoiced; 1, where the order service does all
 * @param instant whether steps wait for nothing, so that what is left is communication
 */
public record OrderCourse(boolean localStock, int services, boolean instant) {

  /** All four services. */
  public static final int ALL = 0;

  private static final int TWO = 2;

  public OrderCourse {
    if (services != ALL && services != 1 && services != TWO) {
      throw new IllegalArgumentException(
          "an order over " + services + " services: 1, 2, or 0 for all expected");
    }
  }

  /** Whether the process that would call a service does its part instead. */
  public boolean isLocal(ServiceRole role) {
    return switch (role) {
      case ORDER -> false;
      case PRODUCT -> localStock || services != ALL;
      case CUSTOMER -> services == 1;
      case SHIPPING -> services != ALL;
    };
  }
}
