package io.rpcstress.server.grpc;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.rpcstress.contract.OrderStep;
import io.rpcstress.contract.ServiceRole;
import io.rpcstress.contract.placeorder.proto.Confirmation;
import io.rpcstress.contract.placeorder.proto.Order;
import io.rpcstress.contract.placeorder.proto.OrderFlowGrpc;
import io.rpcstress.contract.placeorder.proto.OrderFlowGrpc.OrderFlowFutureStub;
import io.rpcstress.server.base.services.OrderFlow;
import io.rpcstress.server.base.services.PeerAddress;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The other services, each behind one channel with the library's own settings, connected by the
 * first call and kept, as in the source. Thread-safe.
 */
final class OrderPeers implements OrderFlow.Peers<Order>, AutoCloseable {
  private final Map<ServiceRole, ManagedChannel> channels = new EnumMap<>(ServiceRole.class);
  private final Map<ServiceRole, OrderFlowFutureStub> stubs = new EnumMap<>(ServiceRole.class);

  OrderPeers(Map<ServiceRole, PeerAddress> peers) {
    peers.forEach(
        (role, peer) -> {
          ManagedChannel channel =
              NettyChannelBuilder.forAddress(peer.calls()).usePlaintext().build();
          channels.put(role, channel);
          stubs.put(role, OrderFlowGrpc.newFutureStub(channel));
        });
  }

  @Override
  public CompletionStage<io.rpcstress.contract.Confirmation> call(OrderStep step, Order order) {
    OrderFlowFutureStub known = stubs.get(step.role());
    if (known == null) {
      throw new IllegalStateException("no " + step.role().label() + " service is known");
    }
    OrderFlowFutureStub stub =
        known.withDeadlineAfter(OrderFlow.INNER_DEADLINE.toNanos(), TimeUnit.NANOSECONDS);
    return staged(
        switch (step) {
          case CHECK_STOCK -> stub.checkStock(order);
          case INVOICE -> stub.createAndProcessBilling(order);
          case SHIP -> stub.createShippingJob(order);
          case DECREMENT_STOCK -> stub.decrementStock(order);
          case PLACE -> throw new IllegalStateException("no service places another's order");
        });
  }

  private static CompletionStage<io.rpcstress.contract.Confirmation> staged(
      ListenableFuture<Confirmation> started) {
    CompletableFuture<io.rpcstress.contract.Confirmation> done = new CompletableFuture<>();
    Futures.addCallback(
        started,
        new FutureCallback<Confirmation>() {
          @Override
          public void onSuccess(@Nullable Confirmation reply) {
            Confirmation message = Objects.requireNonNull(reply);
            done.complete(
                new io.rpcstress.contract.Confirmation(message.getOrder(), message.getSuccess()));
          }

          @Override
          public void onFailure(Throwable problem) {
            done.completeExceptionally(problem);
          }
        },
        MoreExecutors.directExecutor()); // the thread that brings the reply
    return done;
  }

  @Override
  public void close() {
    channels.values().forEach(ManagedChannel::shutdownNow);
  }
}
