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

  /** The port where no other is set. */
  String DEFAULT_PORT = "9001";

  /** The host where no other is set. */
  String DEFAULT_HOST = "127.0.0.1";

  /**
   * The port, 1 to 65535; overridden by {@link RPCX.Builder#port}. Empty: {@link #DEFAULT_PORT}.
   */
  String remoteServerDomain() default "";

  /**
   * The host's name or address; overridden by {@link RPCX.Builder#address}. Empty: {@link
   * #DEFAULT_HOST}.
   */
  String remoteServerAddress() default "";

  /** The same as {@link #remoteServerDomain}, for those who call it a port. Set one of the two. */
  String port() default "";

  /** The same as {@link #remoteServerAddress}, for those who call it a host. Set one of the two. */
  String host() default "";
}
