package io.rpcstress.client.harness.process;

import io.rpcstress.engine.load.LiveCounts;
import io.rpcstress.engine.point.ForwardingListener;
import io.rpcstress.engine.point.PointListener;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Passes what one point reports on to several listeners.
 *
 * @param live where calls are counted for who watches; null where no one does
 */
public record Listeners(List<PointListener> listeners, @Nullable LiveCounts live)
    implements ForwardingListener {}
