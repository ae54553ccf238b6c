package io.rpcstress.rpcx;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an interface whose methods are calls to a remote service; {@link RPCX#client} makes the
 * object. The attributes have the paper's names.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface RPCXClient {
  /** The published name of the service, as in its {@link RPCXServer}. */
  String remoteServerName();

  /** The port, 1 to 65535; overridden by {@link RPCX.Builder#port}. */
  String remoteServerDomain() default "9001";

  /** The host's name or address; overridden by {@link RPCX.Builder#address}. */
  String remoteServerAddress() default "127.0.0.1";
}
