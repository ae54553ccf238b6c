package io.rpcstress.server.base;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.ServerJarContract.Greeter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What each variant of a server answers that matches calls by their ids, on real sockets, to frames
 * by hand.
 *
 * @param <C> a client that writes them
 */
public abstract class AnswersContract<C extends AnswersContract.FramesClient>
    extends ServerInProcess {
  private static final int CALLS = 5_000;

  /** For subclasses. */
  protected AnswersContract() {}

  /** A client that also sends what it is given. */
  public interface FramesClient extends Greeter {

    /** Sends it at once. */
    void send(byte[] bytes) throws IOException;
  }

  /**
   * A call that was answered.
   *
   * @param id the number that it had
   */
  public record Answered(long id, String text) {}

  /** Connects a client. */
  protected abstract C connect(InetSocketAddress server) throws IOException;

  /** A greeting as it is sent, whose id identifies it. */
  protected abstract byte[] request(int id, String name);

  /** The next answer. */
  protected abstract Answered receive(C client) throws IOException;

  /** Starts a variant and connects a client. */
  protected final C connected(ServerVariant variant) throws Exception {
    return connect(start(variant));
  }

  @ParameterizedTest
  @EnumSource
  void namesAreAnsweredOnOneConnection(ServerVariant variant) throws Exception {
    try (C client = connected(variant)) {
      for (String name :
          new String[] {"Ada", "", "Zoë 東京", Greeting.name(Greeting.MAX_NAME_BYTES)}) {
        assertThat(client.greet(name)).isEqualTo("hello, " + name);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void callsThatComeOneBehindTheOtherAreAnsweredOnceEach(ServerVariant variant) throws Exception {
    try (C client = connected(variant)) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (int i = 0; i < CALLS; i++) {
        all.writeBytes(request(i, "n" + i));
      }
      CompletableFuture<Void> sending =
          CompletableFuture.runAsync(
              () -> {
                try {
                  client.send(all.toByteArray());
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      Set<Long> answered = new HashSet<>();
      for (int i = 0; i < CALLS; i++) {
        Answered answer = receive(client);
        assertThat(answer.text()).isEqualTo("hello, n" + answer.id());
        assertThat(answered.add(answer.id())).isTrue();
      }
      sending.get(LONG.toSeconds(), TimeUnit.SECONDS);
    }
  }
}
