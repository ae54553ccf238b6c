package io.rpcstress.contract.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.OrderCourse;
import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.contract.Product;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * An order as JSON, {@code
 * {"id":1,"localStock":false,"billing":"...","products":[{"id":1,"name":"...","quantity":1}]}}, and
 * its confirmation, {@code {"state":"success","order":1}}. An order that takes another course than
 * the source's says so: {@code "services":2}, {@code "instant":true}. Neither says a thing twice.
 * Stateless and thread-safe.
 */
public final class OrderJson {

  /** What is expected of an order, for the sender of another one. */
  public static final String EXPECTED =
      "expected {\"id\": 1, \"billing\": \"...\", \"products\":"
          + " [{\"id\": 1, \"name\": \"...\", \"quantity\": 1}]}, with 1 to %d products"
              .formatted(PlaceOrder.MAX_PRODUCTS);

  /** Takes no key twice: an order is passed on as it came, and everyone has to read the same. */
  private static final JsonMapper MAPPER =
      StrictJson.MAPPER.rebuild().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private static final ObjectReader ORDERS = MAPPER.readerFor(OrderBody.class);
  private static final ObjectWriter WRITTEN_ORDERS = MAPPER.writerFor(Sent.class);
  private static final ObjectReader CONFIRMATIONS = MAPPER.readerFor(ConfirmationBody.class);
  private static final ObjectWriter WRITTEN_CONFIRMATIONS =
      MAPPER.writerFor(ConfirmationBody.class);

  private OrderJson() {}

  /** An order as it is written: what is not the source's way stands there only where it is so. */
  public record Sent(
      long id,
      boolean localStock,
      String billing,
      List<Product> products,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) int services,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean instant) {

    /** An order's. */
    public static Sent of(Order order) {
      return new Sent(
          order.id(),
          order.localStock(),
          order.billing(),
          order.products(),
          order.services(),
          order.instant());
    }
  }

  /** An order's body; its stock is requested by default. */
  record OrderBody(
      @Nullable Long id,
      @Nullable Boolean localStock,
      @Nullable String billing,
      @Nullable List<Product> products,
      @Nullable Integer services,
      @Nullable Boolean instant) {

    /** Null where a part is missing. */
    @Nullable Order order() {
      if (id == null || billing == null || products == null) {
        return null;
      }
      return new Order(
          id,
          localStock != null && localStock,
          billing,
          products,
          services == null ? OrderCourse.ALL : services,
          instant != null && instant);
    }
  }

  /** A body that confirms. */
  record ConfirmationBody(@Nullable String state, @Nullable Long order) {}

  /**
   * Reads an order and sees that it is within the contract.
   *
   * @return empty where it is no JSON of an order: {@link #EXPECTED}
   * @throws IllegalArgumentException where the contract does not allow it, saying why in one line
   */
  public static Optional<Order> order(byte[] json) {
    if (json.length > PlaceOrder.MAX_JSON_BYTES) {
      throw new IllegalArgumentException(
          "an order of %d bytes: at most %d".formatted(json.length, PlaceOrder.MAX_JSON_BYTES));
    }
    try {
      OrderBody body = ORDERS.readValue(json);
      return Optional.ofNullable(body).map(OrderBody::order).map(PlaceOrder::checked);
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  public static byte[] written(Order order) {
    return WRITTEN_ORDERS.writeValueAsBytes(Sent.of(order));
  }

  public static Optional<Confirmation> confirmation(byte[] json) {
    try {
      ConfirmationBody body = CONFIRMATIONS.readValue(json);
      return body == null || body.order() == null
          ? Optional.empty()
          : Optional.of(
              new Confirmation(body.order(), PlaceOrder.HTTP_SUCCESS.equals(body.state())));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  /** The confirmation of an order as it is sent. */
  public static byte[] confirmed(long order) {
    return WRITTEN_CONFIRMATIONS.writeValueAsBytes(
        new ConfirmationBody(PlaceOrder.HTTP_SUCCESS, order));
  }
}
