package io.rpcstress.rpcx.client;

import com.google.protobuf.ByteString;
import io.netty.buffer.Unpooled;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.Published;
import io.rpcstress.rpcx.RPCXClient;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.proto.Envelope;
import io.rpcstress.rpcx.proto.GoAway;
import io.rpcstress.rpcx.proto.Hello;
import io.rpcstress.rpcx.proto.Metadata;
import io.rpcstress.rpcx.proto.Parameter;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.proto.RPCXRequest;
import io.rpcstress.rpcx.value.Codecs;
import io.rpcstress.rpcx.value.OwnCodecs;
import io.rpcstress.rpcx.value.TypeArguments;
import io.rpcstress.rpcx.value.ValueCodec;
import io.rpcstress.rpcx.wire.Fields;
import io.rpcstress.rpcx.wire.Frames;
import io.rpcstress.rpcx.wire.Fuzz;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Plays a server that greets, answers, pings and leaves, mutates what it sends, and feeds it to a
 * client's connection, cut at random, while calls begin, are cancelled and expire. Whatever comes,
 * nothing is thrown but what a peer can be blamed for, every call ends exactly once, every frame
 * that goes out is an envelope, and nothing is left in flight or queued. A case that breaks this is
 * kept as a file of the corpus.
 *
 * <p>As a command, in the project's folder: {@code java -cp rpcx/bench/target/rpcx-bench.jar
 * io.rpcstress.rpcx.client.ClientFuzz 600 SEED rpcx/src/test/corpus}; without arguments 600
 * seconds, a seed that is printed, and the corpus below the folder of the module.
 */
final class ClientFuzz extends Fuzz {
  private static final long DEADLINE_NANOS = Duration.ofHours(1).toNanos();
  private static final int MIN_RETRY_MILLIS = (int) Duration.ofMinutes(20).toMillis();
  private static final int ATTEMPTS = 3;

  /** Reports that something was thrown that should not have been. */
  private static final String FAILED = "the connection failed";

  /** Calls of all kinds. */
  @RPCXClient(remoteServerName = "all")
  interface Everything {
    @Method("error")
    CompletableFuture<Long> error(long number) throws NoFunds;

    @Method(value = "message", waitForReady = true)
    CompletableFuture<Hello> message(Hello message);

    @Method(value = "note", oneWay = true)
    void note(String text);

    @Method(value = "parts", idempotent = true)
    CompletableFuture<Map<String, List<Part>>> parts(List<Part> parts);

    @Method("text")
    CompletableFuture<String> text(String text);
  }

  /** A record, whose own check refuses some values. */
  record Part(String text, int number, List<Colour> colours) {
    Part {
      if (text.indexOf('p') != 0 && !text.isEmpty()) {
        throw new IllegalArgumentException(text + " begins with no p");
      }
    }
  }

  /** An enum. */
  enum Colour {
    RED
  }

  /** Declared. */
  @Published("no-funds")
  static final class NoFunds extends Exception {
    private static final long serialVersionUID = 1L;

    final long missing;

    NoFunds(String message, long missing) {
      super(message);
      this.missing = missing;
    }
  }

  /** A method, and what a call of it may send and get. */
  private record Kind(RemoteMethod method, Object argument, ByteString result) {}

  /** A call and its ends. */
  private static final class StartedCall {
    private final PendingCall call;
    private final ByteString result;
    private int ends;
    private @Nullable Object value;
    private @Nullable Throwable problem;

    StartedCall(PendingCall call, ByteString result) {
      this.call = call;
      this.result = result;
      var unused =
          call.whenComplete(
              (got, thrown) -> {
                ends++;
                value = got;
                problem = thrown;
              });
    }
  }

  private final Limits limits =
      Limits.builder().maxFrameBytes(256 * 1024).maxInFlightPerConnection(8).build();
  private final DeadlineWatch watch = new DeadlineWatch();
  private final List<Kind> kinds = new ArrayList<>();
  private final ByteString missing;
  private final List<StartedCall> calls = new ArrayList<>();
  private OpenedClient client;

  private long succeeded;
  private long declared;
  private long refused;
  private long withoutTypes;

  ClientFuzz(Path folder) {
    super(folder);
    Codecs codecs = new Codecs();
    Hello hello = Hello.newBuilder().setVersion(1).setToken("token").build();
    List<Part> parts =
        List.of(new Part("part", 7, List.of(Colour.RED)), new Part("", 0, List.of()));
    Map<String, Object> arguments =
        new TreeMap<>(
            Map.of("error", 5L, "message", hello, "note", "n", "parts", parts, "text", "text"));
    Map<String, Object> results =
        Map.of("error", 300L, "message", hello, "parts", Map.of("key", parts), "text", "result");
    ClientProxy.methods(Everything.class, "all", Settings.of(Limits.DEFAULTS, OwnCodecs.NONE, 1))
        .entrySet()
        .stream()
        .sorted(Comparator.comparing(each -> each.getKey().getName()))
        .forEach(
            each -> {
              String name = each.getKey().getName();
              ValueCodec codec =
                  codecs.ofResult(
                      Codecs.carriedBy(each.getKey(), TypeArguments.of(Everything.class)));
              Object result = results.get(name);
              kinds.add(
                  new Kind(
                      each.getValue(),
                      arguments.get(name),
                      codec == null ? ByteString.EMPTY : codec.encode(result)));
            });
    missing = codecs.ofError(NoFunds.class).encode(new NoFunds("none", 9));
    client = open();
  }

  private OpenedClient open() {
    return new OpenedClient(limits, OwnCodecs.NONE, ATTEMPTS, watch);
  }

  /** Calls that ended with a result. */
  long succeeded() {
    return succeeded;
  }

  /** Calls that ended with the exception that their method declares. */
  long declared() {
    return declared;
  }

  /** Results that were not what is declared. */
  long refused() {
    return refused;
  }

  /** Requests that left without the types of their parameters. */
  long withoutTypes() {
    return withoutTypes;
  }

  private void begin(Random random) {
    Kind kind = kinds.get(random.nextInt(kinds.size()));
    long now = System.nanoTime();
    PendingCall call = new PendingCall(kind.method, now, now + DEADLINE_NANOS);
    // So that it ends on this thread whatever ends it.
    call.willBeAwaited();
    Map<String, String> metadata = random.nextInt(4) == 0 ? Map.of("key", "value") : Map.of();
    calls.add(new StartedCall(call, kind.result));
    if (call.encode(client.endpoint, new Object[] {kind.argument}, metadata, 0)) {
      client.endpoint.begin(call);
    }
  }

  @Override
  protected byte[] stream(Random random) {
    client.close();
    client = open();
    calls.clear();
    for (int more = random.nextInt(5); more > 0; more--) {
      begin(random);
    }
    byte[] stream = new byte[0];
    if (random.nextInt(8) > 0) {
      int most = random.nextInt(4) == 0 ? 2 : 0;
      stream = io.rpcstress.rpcx.wire.Hello.ofServer(128 * 1024, most, false, false).frame();
    }
    for (int frames = 1 + random.nextInt(6); frames > 0; frames--) {
      byte[] next = random.nextInt(4) == 0 ? ofCorpus(random) : sent(random);
      stream = joined(stream, random.nextBoolean() ? next : mutated(next, random));
    }
    return stream;
  }

  /** What a server may send. */
  private byte[] sent(Random random) {
    return switch (random.nextInt(12)) {
      case 0 -> Frames.ping(random.nextLong());
      case 1 -> Frames.pong(random.nextLong());
      case 2 -> Frames.of(Fields.GO_AWAY, farewell(random).toByteArray());
      default -> Frames.of(Fields.REPLY, reply(random).toByteArray());
    };
  }

  private GoAway farewell(Random random) {
    GoAway.Builder farewell =
        GoAway.newBuilder()
            .setStatus(random.nextBoolean() ? 0 : random.nextInt(StatusCode.values().length + 2))
            .setMessage("bye")
            .setAllAnswered(random.nextBoolean());
    if (random.nextBoolean() && !calls.isEmpty()) {
      farewell.setCallId(client.connection.wireId(calls.get(random.nextInt(calls.size())).call));
    }
    return farewell.build();
  }

  private RPCXReply reply(Random random) {
    RPCXReply.Builder reply = RPCXReply.newBuilder();
    ByteString result = ByteString.EMPTY;
    if (calls.isEmpty() || random.nextInt(8) == 0) {
      reply.setId(random.nextLong());
    } else {
      StartedCall started = calls.get(random.nextInt(calls.size()));
      reply.setId(client.connection.wireId(started.call));
      result = started.result;
    }
    for (int more = Math.max(0, random.nextInt(8) - 5); more > 0; more--) {
      reply.addMetadata(Metadata.newBuilder().setKey("key").setValue("value"));
    }
    switch (random.nextInt(4)) {
      case 0 -> {
        reply.setStatus(1 + random.nextInt(StatusCode.values().length)).setMessage("failed");
        if (random.nextBoolean()) {
          reply.setDetail(Parameter.newBuilder().setType("error:no-funds").setValue(missing));
        } else if (random.nextBoolean()) {
          // Before the deadline, and after the case.
          reply.setRetryAfterMs(MIN_RETRY_MILLIS + random.nextInt(2 * MIN_RETRY_MILLIS));
        }
      }
      case 1 -> {
        if (random.nextBoolean()) {
          reply.setResult(kinds.get(random.nextInt(kinds.size())).result);
        }
      }
      default -> reply.setResult(result);
    }
    return reply.build();
  }

  @Override
  protected void feed(byte[] stream, List<byte[]> cuts, Random random) {
    for (byte[] cut : cuts) {
      if (client.channel.isOpen()) {
        boolean unused = client.channel.writeInbound(Unpooled.wrappedBuffer(cut));
        client.channel.runPendingTasks();
      }
      if (random.nextInt(8) == 0) {
        disturb(random);
        client.channel.runPendingTasks();
      }
    }
    RPCXException why = client.endpoint.slots()[0].unavailable();
    if (why != null && why.getMessage().contains(FAILED)) {
      throw new AssertionError("an exception escaped", why);
    }
    if (client.connection.ready() && client.connection.queuedBytes() != 0) {
      throw new AssertionError(client.connection.queuedBytes() + " bytes wait for nothing");
    }
    for (Envelope sent : sent(client.channel)) {
      if (!sent.hasHello()
          && !sent.hasRequest()
          && !sent.hasCancel()
          && !sent.hasPing()
          && !sent.hasPong()) {
        throw new AssertionError("a client sent " + sent);
      }
      if (sent.hasRequest()) {
        types(sent.getRequest());
      }
    }
    long open = calls.stream().filter(started -> !started.call.isDone()).count();
    if (inFlight() != open) {
      throw new AssertionError(inFlight() + " calls are counted, and " + open + " have not ended");
    }
    client.close();
    calls.forEach(this::check);
    checkNothingIsLeft();
  }

  /** Types are left out of all parameters of a request or of none, and only where a number is. */
  private void types(RPCXRequest request) {
    long without =
        request.getParametersList().stream().filter(each -> each.getType().isEmpty()).count();
    if (without == 0) {
      return;
    }
    if (without != request.getParametersCount()
        || request.getMethodNumber() == 0
        || !request.getService().isEmpty()) {
      throw new AssertionError("types are left out of " + request);
    }
    withoutTypes++;
  }

  /** What an application and its clock do meanwhile. */
  private void disturb(Random random) {
    StartedCall any = calls.isEmpty() ? null : calls.get(random.nextInt(calls.size()));
    switch (random.nextInt(3)) {
      case 0 -> begin(random);
      case 1 -> {
        if (any != null) {
          boolean unused = any.call.cancel(true);
        }
      }
      default -> {
        if (any != null) {
          client.connection.expire(any.call);
        }
      }
    }
  }

  private void check(StartedCall started) {
    if (started.ends != 1) {
      throw new AssertionError("a call ended " + started.ends + " times");
    }
    Throwable problem = started.problem;
    if (problem == null) {
      succeeded += started.value == null ? 0 : 1;
    } else if (problem instanceof NoFunds) {
      declared++;
    } else if (problem instanceof RPCXException known) {
      Throwable cause = known.getCause();
      if (known.getMessage().contains(FAILED)) {
        throw new AssertionError("an exception escaped", known);
      }
      if (known.getMessage().contains("the result is not what is declared")) {
        refused++;
        if (!(cause instanceof MalformedFrameException)) {
          throw new AssertionError("a result was read in an unexpected way", known);
        }
      }
    } else if (!(problem instanceof CancellationException)) {
      throw new AssertionError("a call ended with what it must not", problem);
    }
  }

  /** As {@link Client#inFlight} counts them. */
  private int inFlight() {
    int inFlight = 0;
    for (Expiring each : watch.watched()) {
      inFlight += each.size();
    }
    return inFlight;
  }

  @Override
  protected void checkNothingIsLeft() {
    int inFlight =
        inFlight() + client.connection.size() + client.endpoint.slots()[0].ending().get();
    long queued = client.connection.queuedBytes() + client.endpoint.waitingBytes();
    long receiving = client.endpoint.receiving().used();
    if (inFlight != 0 || queued != 0 || receiving != 0 || !watch.watched().isEmpty()) {
      throw new AssertionError(
          inFlight
              + " calls in flight, "
              + queued
              + " bytes queued, "
              + receiving
              + " bytes of incomplete frames and "
              + watch.watched().size()
              + " sets of calls are left");
    }
  }

  @Override
  public void stop() {
    client.close();
    watch.stop();
  }

  /** Runs for a while; ends with 1 if a case was found. */
  public static void main(String[] args) {
    command(args, ClientFuzz::new);
  }
}
