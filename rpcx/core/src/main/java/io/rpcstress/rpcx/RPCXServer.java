package io.rpcstress.rpcx;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a class whose {@link Method} methods can be called remotely. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface RPCXServer {
  /** The name that is published; the class's own name stays at home. At most 128 bytes. */
  String value();
}
