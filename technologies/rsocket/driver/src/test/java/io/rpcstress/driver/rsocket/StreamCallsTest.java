package io.rpcstress.driver.rsocket;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.Operation;
import io.rpcstress.contract.StreamDigest;
import io.rpcstress.contract.StreamReply;
import io.rpcstress.contract.StreamRequest;
import io.rpcstress.contract.Streams;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.SocketAcceptor;
import io.rsocket.core.RSocketServer;
import io.rsocket.transport.netty.server.CloseableChannel;
import io.rsocket.transport.netty.server.TcpServerTransport;
import io.rsocket.util.DefaultPayload;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** How far ahead of the server a client sends. */
@Timeout(600)
class StreamCallsTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  /** Answers what is no stream, too: what was sent before has arrived then. */
  private abstract static class Peer implements RSocket {
    final AtomicInteger received = new AtomicInteger();

    @Override
    public final Mono<Payload> requestResponse(Payload name) {
      return Mono.just(DefaultPayload.create("hello, " + name.getDataUtf8()));
    }

    void awaitReceived(int messages, Session session) throws Exception {
      Awaitility.await().atMost(LONG).until(() -> received.get() >= messages);
      assertThat(session.caller(Greeting.OPERATION, 0).call("Ada")).isEqualTo("hello, Ada");
      assertThat(received).hasValue(messages);
    }
  }

  /** Requests what a test lets it. */
  private static final class Summing extends Peer {
    final CountDownLatch subscribed = new CountDownLatch(1);
    final StreamDigest digest = new StreamDigest("", Message.Service.NONE);
    final Sinks.One<Payload> reply = Sinks.one();
    final BaseSubscriber<Payload> reader =
        new BaseSubscriber<>() {
          @Override
          protected void hookOnSubscribe(Subscription subscription) {
            subscribed.countDown();
          }

          @Override
          protected void hookOnNext(Payload message) {
            digest.receive(message.getData());
            message.release();
            received.incrementAndGet();
          }

          @Override
          protected void hookOnComplete() {
            reply.tryEmitValue(DefaultPayload.create(digest.encode())).orThrow();
          }
        };

    @Override
    public Flux<Payload> requestChannel(Publisher<Payload> messages) {
      messages.subscribe(reader);
      return reply.asMono().flux();
    }
  }

  private interface Called {
    void with(Session session) throws Exception;
  }

  private static void calling(Peer peer, Called called) throws Exception {
    CloseableChannel server =
        requireNonNull(
            RSocketServer.create(SocketAcceptor.with(peer))
                .bind(TcpServerTransport.create("127.0.0.1", 0))
                .block());
    DriverOptions options =
        new DriverOptions("example", ConnectionPolicy.multiplexed(1), 1, false, LONG);
    Target target = Target.of(new Address("127.0.0.1", server.address().getPort()));
    try (Session session = new RsocketDriver().open(target, options)) {
      called.with(session);
    } finally {
      server.dispose();
    }
  }

  private static <Q, R> CompletableFuture<R> started(
      Session session, Operation<Q, R> operation, Q request) throws Exception {
    return ((AsyncCaller<Q, R>) session.caller(operation, 0)).start(request);
  }

  @Test
  void noMessageIsSentThatTheServerDidNotRequest() throws Exception {
    StreamRequest request = Streams.FROM_CLIENT.request("messages=1000");
    Summing server = new Summing();
    calling(
        server,
        session -> {
          CompletableFuture<StreamReply> reply = started(session, Streams.FROM_CLIENT, request);
          server.subscribed.await();
          server.reader.request(1);
          server.awaitReceived(1, session);
          server.reader.request(9);
          server.awaitReceived(10, session);
          server.reader.request(990);
          assertThat(Streams.FROM_CLIENT.isAnswer(request, reply.join())).isTrue();
        });
  }
}
