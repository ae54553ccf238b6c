package io.rpcstress.server.grpc;

import com.google.protobuf.MessageLite;
import io.grpc.BindableService;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What large replies hold that clients have not taken, of a connection and of all: gRPC keeps each
 * until its stream's window opens, and lets a connection have as many streams as it likes. A
 * connection may hold no more than is left for others. A reply beyond is not made. Small ones are
 * not counted. Thread-safe.
 */
final class UnreadReplies {
  /** A reply of more counts, bytes. */
  static final int LARGE_BYTES = 16 * 1024;

  /** Of the heap, which is also as much as the memory outside of it in which replies wait. */
  private static final int SHARE = 4;

  /** Of all, what one connection may have; a longest reply always fits. */
  private static final int CONNECTION_SHARE = 8;

  private static final Context.Key<SocketAddress> PEER = Context.key("io.rpcstress.peer");

  private final long max;
  private final long maxOfOne;

  /** By the address of the connection's other end; guarded by itself, as the sum is. */
  private final Map<SocketAddress, Long> held = new HashMap<>();

  private long all;

  /** None yet, in a heap of so many bytes. */
  UnreadReplies(long heap) {
    this.max = heap / SHARE;
    this.maxOfOne = Math.max(max / CONNECTION_SHARE, 2L * BoundedLists.MAX_MESSAGE_BYTES);
  }

  /** A service whose methods know which connection calls them. */
  static ServerServiceDefinition withPeers(BindableService service) {
    return ServerInterceptors.intercept(service, new Peers());
  }

  private static final class Peers implements ServerInterceptor {
    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
      SocketAddress peer = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
      return Contexts.interceptCall(Context.current().withValue(PEER, peer), call, headers, next);
    }
  }

  /** What the call holds that is being begun, by whose thread this is called. */
  Unread begin() {
    return new Unread(PEER.get());
  }

  /** What one call holds, or one stream of them. Thread-safe. */
  final class Unread {
    private final @Nullable SocketAddress peer;
    private long bytes;

    private Unread(@Nullable SocketAddress peer) {
      this.peer = peer;
    }

    /**
     * A reply is to be written.
     *
     * @return false where it may not be: too much is unread
     */
    boolean holds(MessageLite reply) {
      int size = reply.getSerializedSize();
      if (size <= LARGE_BYTES || peer == null) {
        return true;
      }
      synchronized (held) {
        long ofPeer = held.getOrDefault(peer, 0L) + size;
        if (ofPeer > Math.min(maxOfOne, max - all)) { // the fuller it is, the less for each
          return false;
        }
        held.put(peer, ofPeer);
        all += size;
        bytes += size;
        return true;
      }
    }

    /** All was taken, or never will be. Any time but the first does nothing. */
    void taken() {
      if (peer == null) {
        return;
      }
      synchronized (held) {
        if (bytes > 0) {
          long released = bytes;
          bytes = 0;
          all -= released;
          held.computeIfPresent(peer, (same, had) -> had == released ? null : had - released);
        }
      }
    }
  }
}
