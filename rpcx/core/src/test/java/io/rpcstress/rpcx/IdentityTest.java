package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.rpcstress.rpcx.proto.Metadata;
import io.rpcstress.rpcx.proto.RPCXReply;
import java.nio.file.Path;
import java.security.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who calls, what is known of a call, and what goes back beside the result. */
class IdentityTest {
  private final List<ServerInterceptor.Call> seen = new CopyOnWriteArrayList<>();
  private final ExecutorService pool = Executors.newFixedThreadPool(2);

  @AfterEach
  void endPool() {
    pool.shutdownNow();
  }

  private record User(String getName) implements Principal {
    @Override
    public String getName() {
      return getName;
    }
  }

  private ServerInterceptor noting() {
    return (call, next) -> {
      seen.add(call);
      return next.proceed();
    };
  }

  private static RPCX.Builder to(ServiceCentre centre) {
    return RPCX.builder()
        .address(centre.address())
        .port(centre.port())
        .deadline(Duration.ofSeconds(20));
  }

  @Test
  void aTokenIdentifiesTheCallerAndInterceptorsSeeTheWholeCall() {
    Map<String, User> users = Map.of("secret", new User("ada"));
    try (ServiceCentre centre =
            ServiceCentre.builder()
                .publish(new Greeter.Service())
                .identify(shown -> users.get(shown.token()))
                .intercept(noting())
                .start();
        RPCX ada = to(centre).token("secret").build();
        RPCX unknown = to(centre).token("wrong").build()) {
      assertThat(ada.client(Greeter.Client.class).join(List.of("a", "b"))).isEqualTo("a+b");
      ServerInterceptor.Call call = seen.get(0);
      assertThat(call.principal()).isEqualTo(new User("ada"));
      assertThat(call.arguments()).isEqualTo(List.of(List.of("a", "b")));
      assertThat(call.address()).isNotNull();
      assertThat(call.address().getAddress().isLoopbackAddress()).isTrue();
      assertThat(call.remainingNanos())
          .isPositive()
          .isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(20));
      assertThatThrownBy(() -> unknown.client(Greeter.Client.class).greet("x"))
          .isInstanceOfSatisfying(
              RPCXException.class,
              e -> assertThat(e.status()).isEqualTo(StatusCode.UNAUTHENTICATED));
      assertThat(seen).hasSize(1);
    }
  }

  @Test
  void aCertificateNamesTheCallerUnlessTheApplicationDoes(@TempDir Path directory)
      throws Exception {
    Identity server = Identity.make(directory, "server");
    Identity client = Identity.make(directory, "client");
    Tls serving = Tls.mutual(server.certificate(), server.key(), client.certificate());
    Tls calling = Tls.mutual(client.certificate(), client.key(), server.certificate());
    try (ServiceCentre plain =
            ServiceCentre.builder()
                .publish(new Greeter.Service())
                .tls(serving)
                .intercept(noting())
                .start();
        ServiceCentre mapping =
            ServiceCentre.builder()
                .publish(new Greeter.Service())
                .tls(serving)
                .identify(
                    shown -> new User(shown.certificates().get(0).getSubjectX500Principal() + "!"))
                .intercept(noting())
                .start();
        RPCX one = to(plain).tls(calling).build();
        RPCX two = to(mapping).tls(calling).build()) {
      assertThat(one.client(Greeter.Client.class).greet("x")).isEqualTo("hello, x");
      assertThat(two.client(Greeter.Client.class).greet("x")).isEqualTo("hello, x");
      assertThat(seen.get(0).principal()).isNotNull();
      assertThat(seen.get(0).principal().getName()).isEqualTo("CN=client");
      assertThat(seen.get(1).principal()).isEqualTo(new User("CN=client!"));
    }
  }

  @Test
  void anAuthenticatorThatFailsRefuses() {
    try (ServiceCentre centre =
            ServiceCentre.builder()
                .publish(new Greeter.Service())
                .identify(
                    shown -> {
                      throw new IllegalStateException("no list of users: " + shown);
                    })
                .start();
        RPCX rpcx = to(centre).build()) {
      assertThatThrownBy(() -> rpcx.client(Greeter.Client.class).greet("x"))
          .hasMessageContaining("UNAUTHENTICATED")
          .hasMessageNotContaining("users");
    }
  }

  /** A service that speaks of its call, and calls on. */
  @RPCXServer("talker")
  static final class Talker {
    private final Onward onward;
    private final Executor pool;

    Talker(Onward onward, Executor pool) {
      this.onward = onward;
      this.pool = pool;
    }

    private static CallContext context() {
      CallContext context = CallContext.current();
      if (context == null) {
        throw new IllegalStateException("no call is served here");
      }
      return context;
    }

    @Method("talk")
    public String talk(String text) {
      context().reply("text", text);
      if (text.isEmpty()) {
        throw new RPCXException(StatusCode.ABORTED, "nothing to say");
      }
      return text;
    }

    @Method(value = "shout", blocking = true)
    public String shout(String text) {
      context().reply("shouted", text);
      return text;
    }

    @Method("later")
    public CompletableFuture<String> later(String text) {
      return CompletableFuture.supplyAsync(
          () -> {
            context().reply("later", text);
            return text;
          },
          CallContext.wrap(pool));
    }

    @Method("much")
    public String much(int entries) {
      for (int i = 0; i < entries; i++) {
        context().reply("k" + i, "v".repeat(4096));
      }
      return "done";
    }

    @Method("onward")
    public CompletableFuture<Long> onward() {
      Callable<Long> there = CallContext.wrap(onward::left);
      CompletableFuture<Long> result = new CompletableFuture<>();
      pool.execute(
          () -> {
            try {
              result.complete(there.call());
            } catch (Exception e) {
              result.completeExceptionally(e);
            }
          });
      return result;
    }
  }

  /** Its client. */
  @RPCXClient(remoteServerName = "talker")
  interface TalkerClient {
    @Method("talk")
    String talk(String text);

    @Method("shout")
    String shout(String text);

    @Method("later")
    CompletableFuture<String> later(String text);

    @Method("much")
    String much(int entries);

    @Method(value = "onward", deadlineMillis = 5_000)
    long onward();
  }

  /** The service behind the service. */
  @RPCXServer("onward")
  static final class OnwardService {
    final Map<String, String> metadata = new ConcurrentHashMap<>();

    @Method("left")
    public long left() {
      metadata.putAll(Talker.context().metadata());
      return CallContext.remainingNanos();
    }
  }

  /** Its client. */
  @RPCXClient(remoteServerName = "onward")
  interface Onward {
    @Method("left")
    long left();
  }

  private static ServiceCentre talker(Executor pool) {
    return ServiceCentre.builder().publish(new Talker(() -> 0, pool)).start();
  }

  @Test
  void metadataOfTheReplyComesToTheInterceptorsOfTheClient() throws Exception {
    List<Map<String, String>> replies = new CopyOnWriteArrayList<>();
    ClientInterceptor reading =
        (call, next) -> {
          assertThat(call.reply().metadata()).isEmpty();
          return next.proceed()
              .whenComplete((value, problem) -> replies.add(call.reply().metadata()));
        };
    try (ServiceCentre centre = talker(pool);
        RPCX rpcx = to(centre).intercept(reading).build()) {
      TalkerClient talker = rpcx.client(TalkerClient.class);
      assertThat(talker.talk("good")).isEqualTo("good");
      assertThatThrownBy(() -> talker.talk("")).hasMessageContaining("nothing to say");
      assertThat(talker.shout("loud")).isEqualTo("loud");
      assertThat(talker.later("late").get(20, TimeUnit.SECONDS)).isEqualTo("late");
      assertThat(talker.much(0)).isEqualTo("done");
      await().until(() -> replies.size() == 5);
      assertThat(replies)
          .containsExactly(
              Map.of("text", "good"),
              Map.of("text", ""),
              Map.of("shouted", "loud"),
              Map.of("later", "late"),
              Map.of());
      assertThat(talker.much(32)).isEqualTo("done");
      await().until(() -> replies.size() == 6);
      assertThat(replies.get(5)).hasSize(32);
      assertThatThrownBy(() -> talker.much(33)).hasMessageContaining("INTERNAL");
    }
  }

  @Test
  void serverInterceptorsSendMetadataToo() {
    List<Map<String, String>> replies = new CopyOnWriteArrayList<>();
    try (ServiceCentre centre =
            ServiceCentre.builder()
                .publish(new Greeter.Service())
                .intercept(
                    (call, next) -> {
                      call.reply("cost", "3");
                      return next.proceed();
                    })
                .start();
        RPCX rpcx =
            to(centre)
                .intercept(
                    (call, next) ->
                        next.proceed()
                            .whenComplete((v, problem) -> replies.add(call.reply().metadata())))
                .build()) {
      assertThat(rpcx.client(Greeter.Client.class).greet("x")).isEqualTo("hello, x");
      await().until(() -> replies.size() == 1);
      assertThat(replies).containsExactly(Map.of("cost", "3"));
    }
  }

  @Test
  void aReplyThatItsMetadataMakeTooLongIsAStatus() {
    try (ServiceCentre centre = talker(pool);
        RPCX rpcx = to(centre).limits(Limits.builder().maxFrameBytes(8 * 1024).build()).build()) {
      TalkerClient talker = rpcx.client(TalkerClient.class);
      assertThat(talker.much(1)).isEqualTo("done");
      assertThatThrownBy(() -> talker.much(3))
          .hasMessageContaining("REPLY_DROPPED")
          .hasMessageContaining("with its metadata");
    }
  }

  @Test
  void aClientBoundsTheMetadataThatItReads() throws Exception {
    try (RawServer server = new RawServer();
        RPCX rpcx = RPCX.builder().address("127.0.0.1").port(server.port()).build()) {
      server.answer =
          id -> {
            RPCXReply.Builder reply = RPCXReply.newBuilder().setId(id);
            for (int i = 0; i < 33; i++) {
              reply.addMetadata(Metadata.newBuilder().setKey("k" + i));
            }
            return io.rpcstress.rpcx.proto.Envelope.newBuilder().setReply(reply).build();
          };
      assertThatThrownBy(() -> rpcx.client(Greeter.Client.class).greet("x"))
          .hasMessageContaining("more than 32 metadata entries");
    }
  }

  @Test
  void callsFromAnotherThreadInheritDeadlineAndMetadata() {
    OnwardService last = new OnwardService();
    try (ServiceCentre behind = ServiceCentre.builder().publish(last).start();
        RPCX between = to(behind).forwardMetadata("trace", "absent").build();
        ServiceCentre front =
            ServiceCentre.builder()
                .publish(new Talker(between.client(Onward.class), pool))
                .start();
        RPCX rpcx =
            to(front)
                .intercept(
                    (call, next) -> {
                      call.metadata().put("trace", "42");
                      call.metadata().put("password", "not for others");
                      return next.proceed();
                    })
                .build()) {
      assertThat(rpcx.client(TalkerClient.class).onward())
          .isPositive()
          .isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(5));
      assertThat(last.metadata).containsExactly(Map.entry("trace", "42"));
    }
  }

  @Test
  void aWrappedTaskLeavesItsThreadAsItWas() throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    CallContext.enter(deadline, Map.of(), Peer.UNKNOWN);
    Callable<Long> inside = CallContext.wrap(CallContext::remainingNanos);
    Executor ofTheCall = CallContext.wrap((Executor) pool);
    var unusedContext = CallContext.leave();
    assertThat(CallContext.current()).isNull();
    Executor ofNone = CallContext.wrap((Executor) pool);
    assertThat(inside.call()).isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(5));
    assertThat(CallContext.remainingNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(remaining(ofTheCall)).isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(5));
    assertThat(remaining(ofNone)).isEqualTo(Long.MAX_VALUE);
    CallContext.enter(deadline, Map.of(), Peer.UNKNOWN);
    try {
      assertThat(remaining(ofNone)).isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(5));
      Runnable failing =
          CallContext.wrap(
              (Runnable)
                  () -> {
                    throw new CompletionException(new IllegalStateException());
                  });
      assertThatThrownBy(failing::run).isInstanceOf(CompletionException.class);
      assertThat(CallContext.remainingNanos()).isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(5));
    } finally {
      var unusedEnd = CallContext.leave();
    }
  }

  private static long remaining(Executor executor) throws Exception {
    return CompletableFuture.supplyAsync(CallContext::remainingNanos, executor)
        .get(20, TimeUnit.SECONDS);
  }

  @Test
  void aContextBoundsWhatIsSentBack() {
    ServerInterceptor.Call call = new ServerInterceptor.Call("s", "m", Map.of());
    for (int i = 0; i < 32; i++) {
      call.reply("k" + i, "v");
    }
    call.reply("k0", "again");
    assertThatThrownBy(() -> call.reply("one more", "v")).hasMessageContaining("more than 32");
    assertThatThrownBy(() -> call.reply("k0", "x".repeat(4097))).hasMessageContaining("4096 bytes");
    assertThat(call.context().replyMetadata()).hasSize(32).containsEntry("k0", "again");
  }
}
