package io.rpcstress.driver;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads what the network did out of the exceptions that libraries wrap it in. */
public final class NetworkFailures {

  private static final int DEEPEST = 16;

  /** What java.net.http reports of a connection that it closed itself, on JDK 17 and on JDK 25. */
  private static final Set<String> CLOSED_BY_JDK =
      Set.of("connection closed locally", "Data received while in pool");

  private NetworkFailures() {}

  /** Whether the connection was never made: refused, no route, unknown host, or too slow. */
  public static boolean neverConnected(Throwable e) {
    return cause(
            e,
            each ->
                each instanceof ConnectException
                    || each instanceof NoRouteToHostException
                    || each instanceof UnknownHostException
                    || each instanceof HttpConnectTimeoutException
                    || (each instanceof SocketTimeoutException && mentionsConnecting(each)))
        != null;
  }

  /** Whether a connection that was made gave no answer in time. */
  public static boolean timedOut(Throwable e) {
    Throwable timeout =
        cause(
            e,
            each -> each instanceof SocketTimeoutException || each instanceof HttpTimeoutException);
    return timeout != null
        && !(timeout instanceof HttpConnectTimeoutException)
        && !(timeout instanceof SocketTimeoutException && mentionsConnecting(timeout));
  }

  /** The first of an exception and its causes for which this holds; null where there is none. */
  public static @Nullable Throwable cause(Throwable e, Predicate<Throwable> which) {
    Throwable each = e;
    for (int i = 0; i < DEEPEST && each != null; i++) {
      if (which.test(each)) {
        return each;
      }
      each = each.getCause();
    }
    return null;
  }

  /** The first of an exception and its causes that is of a type; null where there is none. */
  public static <T extends Throwable> @Nullable T cause(Throwable e, Class<T> type) {
    Throwable found = cause(e, type::isInstance);
    return found == null ? null : type.cast(found);
  }

  /** The innermost message, which names the address or the reason. */
  public static String describe(Throwable e) {
    Throwable last = e;
    String message = null;
    for (int i = 0; i < DEEPEST && last != null; i++) {
      message = last.getMessage() == null ? message : last.getMessage();
      last = last.getCause();
    }
    if (message == null) {
      return e.getClass().getSimpleName();
    }
    return CLOSED_BY_JDK.contains(message)
        ? message + ": by java.net.http, perhaps when the reply came (JDK-8357639)"
        : message;
  }

  private static boolean mentionsConnecting(Throwable e) {
    @Nullable String message = e.getMessage();
    return message != null && message.toLowerCase(java.util.Locale.ROOT).contains("connect");
  }
}
