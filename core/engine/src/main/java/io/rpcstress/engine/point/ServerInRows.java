package io.rpcstress.engine.point;

import io.rpcstress.measure.Run;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Puts into every row of a point which process its server was, as the server reported when the
 * point began, and how fresh; passes the rest on as it comes.
 *
 * @param listener called with the rows
 * @param fresh what got new servers, in the words of the rows
 * @param server what the server reported; null where it did not answer
 */
record ServerInRows(PointListener listener, String fresh, @Nullable ServerUsage server)
    implements ForwardingListener {

  @Override
  public Run passed(Run run) {
    return run.with(
        run.circumstances().toBuilder().fresh(fresh).server(started(), process()).build());
  }

  private @Nullable Instant started() {
    return server != null && ProcessUsage.isKnown(server.startedMillis())
        ? Instant.ofEpochMilli(server.startedMillis())
        : null;
  }

  private @Nullable String process() {
    return server != null && ProcessUsage.isKnown(server.processId())
        ? Long.toString(server.processId())
        : null;
  }
}
