package io.rpcstress.server.rsocket;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Message;
import io.rpcstress.contract.StreamRequest;
import io.rpcstress.contract.StreamTally;
import io.rpcstress.contract.Streams;
import io.rpcstress.server.base.CallCounter;
import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.SocketAcceptor;
import io.rsocket.core.RSocketConnector;
import io.rsocket.core.RSocketServer;
import io.rsocket.transport.netty.client.TcpClientTransport;
import io.rsocket.transport.netty.server.CloseableChannel;
import io.rsocket.transport.netty.server.TcpServerTransport;
import io.rsocket.util.DefaultPayload;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;

@Timeout(600)
class StreamDemandTest {
  private static final StreamRequest REQUEST = new StreamRequest(1_000, 64);

  /** Takes as many messages as it is let take. */
  private static final class Reader extends BaseSubscriber<Payload> {
    final StreamTally tally = new StreamTally(REQUEST);
    final Phaser arrived = new Phaser(1);
    final CountDownLatch ended = new CountDownLatch(1);
    private int awaited;

    /** Requests some, and waits until they are there. */
    void take(int messages) {
      int phase = arrived.getPhase();
      awaited = messages;
      request(messages);
      arrived.awaitAdvance(phase);
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {} // requests nothing

    @Override
    protected void hookOnNext(Payload message) {
      tally.receive(message.getData());
      message.release();
      if (--awaited == 0) {
        arrived.arrive();
      }
    }

    @Override
    protected void hookOnComplete() {
      ended.countDown();
    }
  }

  @Test
  void noMessageIsMadeThatWasNotRequested() throws Exception {
    Operations operations = new Operations(new CallCounter(), Message.Service.NONE, false);
    AtomicInteger made = new AtomicInteger();
    CloseableChannel server =
        requireNonNull(
            RSocketServer.create(
                    SocketAcceptor.forRequestStream(
                        request ->
                            Flux.from(operations.requestStream(request))
                                .doOnNext(each -> made.incrementAndGet())))
                .bind(TcpServerTransport.create("127.0.0.1", 0))
                .block());
    RSocket client =
        requireNonNull(
            RSocketConnector.connectWith(TcpClientTransport.create(server.address())).block());
    try {
      Reader reader = new Reader();
      client.requestStream(DefaultPayload.create(REQUEST.encode())).subscribe(reader);
      assertThat(made).hasValue(0);
      reader.take(1);
      assertThat(made).hasValue(1);
      reader.take(9);
      assertThat(made).hasValue(10);
      reader.take(REQUEST.messages() - 10);
      reader.ended.await();
      assertThat(Streams.FROM_SERVER.isAnswer(REQUEST, reader.tally.reply())).isTrue();
    } finally {
      client.dispose();
      server.dispose();
    }
  }
}
