package io.rpcstress.driver;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import org.jspecify.annotations.Nullable;

/** Reads what the network did out of the exceptions that libraries wrap it in. */
public final class NetworkFailures {

  private static final int DEEPEST = 16;

  private NetworkFailures() {}

  /** Whether the connection was never made: refused, no route, unknown host, or too slow. */
  public static boolean neverConnected(Throwable e) {
    Throwable each = e;
    for (int i = 0; i < DEEPEST && each != null; i++) {
      if (each instanceof ConnectException
          || each instanceof NoRouteToHostException
          || each instanceof UnknownHostException
          || each instanceof HttpConnectTimeoutException
          || (each instanceof SocketTimeoutException && mentionsConnecting(each))) {
        return true;
      }
      each = each.getCause();
    }
    return false;
  }

  /** Whether a connection that was made gave no answer in time. */
  public static boolean timedOut(Throwable e) {
    Throwable each = e;
    for (int i = 0; i < DEEPEST && each != null; i++) {
      if (each instanceof SocketTimeoutException) {
        return !mentionsConnecting(each);
      }
      if (each instanceof HttpTimeoutException) {
        return !(each instanceof HttpConnectTimeoutException);
      }
      each = each.getCause();
    }
    return false;
  }

  /** The innermost message, which names the address or the reason. */
  public static String describe(Throwable e) {
    Throwable last = e;
    String message = null;
    for (int i = 0; i < DEEPEST && last != null; i++) {
      message = last.getMessage() == null ? message : last.getMessage();
      last = last.getCause();
    }
    return message == null ? e.getClass().getSimpleName() : message;
  }

  private static boolean mentionsConnecting(Throwable e) {
    @Nullable String message = e.getMessage();
    return message != null && message.toLowerCase(java.util.Locale.ROOT).contains("connect");
  }
}
