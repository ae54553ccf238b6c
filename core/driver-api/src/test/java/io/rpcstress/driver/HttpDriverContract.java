package io.rpcstress.driver;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Greeting;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a driver owes, too, whose calls are requests of HTTP/1.1. */
public abstract class HttpDriverContract extends DriverContract {

  /** For subclasses. */
  protected HttpDriverContract() {}

  /** The name that a request is to greet. */
  protected abstract String name(Way way, String request) throws Exception;

  /** A greeting as the body of a reply. */
  protected abstract byte[] body(Way way, String greeting);

  /** Those of the variants whose deadline spans a whole reply. */
  protected List<Way> boundedWays() {
    return ways();
  }

  /** Those of the variants that may send a name in place of an address. */
  protected List<Way> namingWays() {
    return ways();
  }

  /** A variant whose calls end where their thread is interrupted; others read blocking sockets. */
  protected abstract Way interruptible();

  @Override
  protected final HttpPeer server(Way way, Script script) throws IOException {
    return new HttpPeer(
        (request, socket) -> script.answer(name(way, request), new Reply(way, request, socket)));
  }

  private final class Reply implements Answering {
    private final Way way;
    private final String request;
    private final Socket socket;

    Reply(Way way, String request, Socket socket) {
      this.way = way;
      this.request = request;
      this.socket = socket;
    }

    @Override
    public void greet(String name) throws IOException {
      byte[] body = body(way, Greeting.greet(name));
      out().write(HttpPeer.reply("200 OK", body, HttpPeer.isLast(request)));
    }

    @Override
    public OutputStream out() throws IOException {
      return socket.getOutputStream();
    }
  }

  /** A head of any text, and what follows it, as {@link #malformedAnswers} has it. */
  protected static String hex(String answer) {
    return HexFormat.of().formatHex(answer.getBytes(ISO_8859_1));
  }

  @Override
  protected final boolean connectsFirst() {
    return false;
  }

  /** All at once, each on a connection of its own. */
  @ParameterizedTest
  @MethodSource("boundedWays")
  final void aReplyThatIsNotWholeByTheDeadlineEndsItsCallAndItsConnection(Way way)
      throws Exception {
    List<String> names = NeverWhole.NAMES;
    NeverWhole neverWhole = new NeverWhole();
    ExecutorService threads = Executors.newFixedThreadPool(names.size());
    try (HttpPeer server =
            new HttpPeer(
                (request, socket) -> {
                  String name = name(way, request);
                  if (names.contains(name)) {
                    neverWhole.reply(socket, name);
                    throw new IOException("the client has ended it");
                  }
                  new Reply(way, request, socket).greet(name);
                });
        Session session = open(way, server.target(), names.size(), Duration.ofMillis(700))) {
      Caller<String, String> good = session.caller(Greeting.OPERATION, 0);
      assertThat(Answers.inTime(() -> good.call("ada"))).isEqualTo("hello, ada");
      List<Future<String>> calls = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        Caller<String, String> caller = session.caller(Greeting.OPERATION, i);
        String name = names.get(i);
        calls.add(threads.submit(() -> caller.call(name)));
      }
      for (Future<String> call : calls) {
        assertThat(call)
            .failsWithin(LONG)
            .withThrowableOfType(ExecutionException.class)
            .withCauseInstanceOf(DeadlineExceededException.class);
      }
      assertThat(neverWhole.isEndedBy(names.size(), LONG)).isTrue();
      assertThat(Answers.inTime(() -> good.call("bob"))).isEqualTo("hello, bob");
    } finally {
      threads.shutdownNow();
    }
  }

  @ParameterizedTest
  @MethodSource("namingWays")
  final void theHostHeaderHasTheNameThatStandsForTheAddress(Way way) throws Exception {
    try (HttpPeer server = server(way, (name, answering) -> answering.greet(name))) {
      Address named = new Address("127.0.0.1", server.address().port(), "host-b.invalid");
      try (Session session = open(way, Target.of(named), 1, LONG)) {
        assertThat(session.caller(Greeting.OPERATION, 0).call("ada")).isEqualTo("hello, ada");
      }
      assertThat(server.requests.element().toLowerCase(Locale.ROOT))
          .containsOnlyOnce("\r\nhost: host-b.invalid:%d\r\n".formatted(named.port()));
    }
  }

  @Test
  final void anInterruptionEndsACall() throws Exception {
    Way way = interruptible();
    Thread calling = Thread.currentThread();
    try (HttpPeer server =
            server(
                way,
                (name, answering) -> {
                  calling.interrupt();
                  TimeUnit.SECONDS.sleep(LONG.toSeconds());
                });
        Session session = open(way, server.target(), 1, LONG)) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, 0);
      assertThatThrownBy(() -> caller.call("late")).isInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).isFalse();
    }
  }
}
