package io.rpcstress.rpcx;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives a record or enum the name that its type alias has on the wire, instead of its simple class
 * name: {@code record:<name>}, {@code enum:<name>}.
 *
 * <p>Makes an exception travel, as {@code error:<name>}: from a published method that declares it
 * ({@code throws}) to a client whose method declares one of the same name, and throws it. What
 * travels are the message and the fields of its class, in the order of their declaration, each of a
 * type that RPCX carries. It needs a constructor with the types of the fields, or with a String for
 * the message before them; any visibility will do. Other exceptions end as {@link
 * StatusCode#INTERNAL}.
 *
 * <pre>{@code
 * @Published("no-funds")
 * public final class NoFunds extends Exception {
 *   private final BigDecimal missing;
 *
 *   public NoFunds(String message, BigDecimal missing) {
 *     super(message);
 *     this.missing = missing;
 *   }
 * }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Published {
  /** The name, without package. */
  String value();

  /**
   * Of an enum: the constant that stands for one which the other side has and this one does not.
   * Without, such a value is unreadable, unless it is in an Optional, which is empty then.
   */
  String unknown() default "";
}
