package io.rpcstress.driver.amqp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.rpcstress.contract.BrokerCredentials;
import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.OrderMessages;
import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.DriverContract;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.server.base.Tool;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real broker's disk is full amid calls: a small file system of its own, in a namespace that
 * ends with it. Skipped where RabbitMQ is not installed, or no such file system can be made.
 */
@Tag("long")
@Timeout(300)
class BrokerDiskFullIT {
  private static final Path RABBITMQ = Path.of("/usr/lib/rabbitmq/bin/rabbitmq-server");
  private static final Path BROKER_JAR =
      Path.of("../../../companions/broker/target/server-broker.jar");
  private static final Path SERVER_JAR =
      Path.of("../../../technologies/amqp/server/target/server-amqp.jar");
  private static final Path CREDENTIALS = BrokerCredentials.fileFor(AmqpDriver.class);

  /** A little more than the broker wants to be free. */
  private static final String MOUNT =
      "mount -t tmpfs -o size=128m,mode=700 tmpfs \"$1\" && shift && exec \"$@\"";

  private static final long LEFT_BYTES = 2 << 20;
  private static final Duration DEADLINE = Duration.ofSeconds(1);

  /** How much later than its deadline a call may end on a slow machine. */
  private static final Duration SLACK = Duration.ofSeconds(5);

  private static final int CALLERS = 4;
  private static final int ENOUGH = 20;
  private static final long PAUSE_MILLIS = 5;

  @TempDir private Path folder;
  private final Queue<Ended> greets = new ConcurrentLinkedQueue<>();
  private final Queue<Ended> orders = new ConcurrentLinkedQueue<>();
  private final AtomicLong placed = new AtomicLong();
  private volatile boolean over;

  /**
   * A call that has ended.
   *
   * @param failure null where it was answered, and right
   */
  private record Ended(long began, long ended, @Nullable Throwable failure) {

    boolean isGood() {
      return failure == null;
    }

    boolean isExplained() {
      return failure instanceof DeadlineExceededException
          && String.valueOf(failure.getMessage())
              .startsWith("no reply within 1000 ms: the broker takes no messages (low on disk");
    }
  }

  private List<String> onSmallDisk(String command) {
    return List.of("unshare", "-rm", "sh", "-c", command, "sh", folder.toString());
  }

  private ServerProcess broker() {
    assumeTrue(Files.isExecutable(RABBITMQ), "rabbitmq-server is not installed here");
    List<String> trial = new ArrayList<>(onSmallDisk(MOUNT));
    trial.add("true");
    assumeTrue(
        Tool.isHere(trial.toArray(String[]::new)),
        "no file system can be mounted in a namespace here: be root");
    return ServerProcess.readyBehind(
        onSmallDisk(MOUNT),
        List.of("-Djava.io.tmpdir=" + folder),
        BROKER_JAR,
        "rabbitmq",
        "--credentials",
        CREDENTIALS.toString());
  }

  private static ServerProcess server(ServerProcess broker) {
    return ServerProcess.ready(
        SERVER_JAR,
        "amqp",
        "--broker",
        "127.0.0.1:" + broker.port(),
        "--credentials",
        CREDENTIALS.toString(),
        "--step-time",
        "1ms");
  }

  @Test
  void callsEndByTheirDeadlineWithTheReasonAndAreAnsweredAgainWithRoom() throws Exception {
    try (ServerProcess broker = broker();
        ServerProcess server = server(broker);
        Connection watching = connection(broker);
        Session session =
            DriverContract.open(
                AmqpDriverTest.way("example"),
                Target.of(new Address("127.0.0.1", broker.port())),
                CALLERS,
                DEADLINE)) {
      Map<String, Integer> confirmed = confirmations(watching);
      long node = broker.usage().processId();
      ServerUsage before = server.usage();
      List<Thread> calling = begin(session);
      await(greets, Ended::isGood, ENOUGH);
      await(orders, Ended::isGood, ENOUGH);

      Path filling = Path.of("/proc", Long.toString(broker.pid()), "root" + folder, "filling");
      fill(filling);
      await(greets, Ended::isExplained, ENOUGH);
      await(orders, Ended::isExplained, ENOUGH);
      assertThat(server.err())
          .anySatisfy(line -> assertThat(line).contains("takes no messages (low on disk"));

      Files.delete(filling);
      long room = System.nanoTime();
      await(greets, call -> call.isGood() && call.ended() > room, ENOUGH);
      await(orders, call -> call.isGood() && call.ended() > room, ENOUGH);
      over = true;
      for (Thread each : calling) {
        each.join();
      }
      await(orders, call -> true, placed.intValue());
      long good = count(greets, Ended::isGood) + count(orders, Ended::isGood);
      long served = server.usage().since(before).callsServed();
      check(greets, room);
      check(orders, room);
      assertThat(confirmed.values()).as("no order is confirmed twice").containsOnly(1);
      assertThat(served)
          .as("none is done twice, and few whose call has ended")
          .isBetween(good, good + count(orders, Ended::isExplained) / 2);
      assertThat(server.err()).anyMatch(line -> line.contains("takes messages again, after "));
      assertThat(broker.usage().processId()).isEqualTo(node);
      assertThat(broker.err()).as("it reports nothing").hasSize(1);
      assertThat(server.isAlive()).isTrue();
    }
  }

  /** A call that was under way when a slow machine stood still, before all this, has no reason. */
  private static void check(Queue<Ended> calls, long room) {
    long known =
        calls.stream().filter(Ended::isExplained).mapToLong(Ended::ended).min().orElseThrow();
    assertThat(calls)
        .allSatisfy(
            call -> {
              assertThat(Duration.ofNanos(call.ended() - call.began()))
                  .isLessThan(DEADLINE.plus(SLACK));
              if (!call.isGood()) {
                assertThat(call.failure()).isInstanceOf(DeadlineExceededException.class);
                assertThat(call.isExplained() || call.began() < known || call.ended() > room)
                    .as("a call that began once it was known why reports it")
                    .isTrue();
              }
            });
  }

  /** But for a little: with not a byte left RabbitMQ may end by itself, as if it were killed. */
  private static void fill(Path file) throws IOException {
    byte[] block = new byte[1 << 16];
    FileStore disk = Files.getFileStore(file.getParent());
    try (OutputStream out = Files.newOutputStream(file)) {
      while (disk.getUsableSpace() > LEFT_BYTES) {
        out.write(block);
      }
    }
  }

  private static Connection connection(ServerProcess broker) throws Exception {
    BrokerCredentials known = BrokerCredentials.read(CREDENTIALS);
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost("127.0.0.1");
    factory.setPort(broker.port());
    factory.setUsername(known.user());
    factory.setPassword(known.password());
    return factory.newConnection();
  }

  /** How often each confirmation came, to a client that never publishes and so is never blocked. */
  private static Map<String, Integer> confirmations(Connection connection) throws IOException {
    Map<String, Integer> confirmed = new ConcurrentHashMap<>();
    Channel channel = connection.createChannel();
    channel.exchangeDeclare(OrderMessages.CONFIRMATIONS, OrderMessages.FANOUT);
    String queue = channel.queueDeclare().getQueue();
    channel.queueBind(queue, OrderMessages.CONFIRMATIONS, "");
    channel.basicConsume(
        queue,
        true,
        (tag, message) -> {
          var unused =
              confirmed.merge(
                  new String(message.getBody(), StandardCharsets.UTF_8), 1, Integer::sum);
        },
        tag -> {});
    return confirmed;
  }

  /** Callers that wait for each reply, and one that places orders whatever becomes of them. */
  private List<Thread> begin(Session session) throws CallException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      Caller<String, String> caller = session.caller(Greeting.OPERATION, i);
      threads.add(new Thread(() -> greet(caller)));
    }
    Caller<Order, Confirmation> caller = session.caller(PlaceOrder.OPERATION, 0);
    threads.add(new Thread(() -> place((AsyncCaller<Order, Confirmation>) caller)));
    threads.forEach(Thread::start);
    return threads;
  }

  private void greet(Caller<String, String> caller) {
    while (!over) {
      long began = System.nanoTime();
      Throwable failure = null;
      try {
        assertThat(caller.call("Ada")).isEqualTo("hello, Ada");
      } catch (CallException | InterruptedException | AssertionError e) {
        failure = e;
      }
      greets.add(new Ended(began, System.nanoTime(), failure));
      pause();
    }
  }

  private void place(AsyncCaller<Order, Confirmation> caller) {
    Order small = PlaceOrder.OPERATION.request("products=1,stock=remote");
    while (!over) {
      long id = placed.incrementAndGet();
      long began = System.nanoTime();
      var unused =
          caller
              .start(small.withId(id))
              .whenComplete(
                  (confirmation, failure) ->
                      orders.add(
                          new Ended(
                              began,
                              System.nanoTime(),
                              failure == null && !confirmation.equals(Confirmation.of(id))
                                  ? new AssertionError(confirmation)
                                  : failure instanceof CompletionException
                                      ? failure.getCause()
                                      : failure)));
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(Queue<Ended> calls, Predicate<Ended> such, int atLeast) {
    Awaitility.await()
        .atMost(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
        .until(() -> count(calls, such) >= atLeast);
  }

  private static long count(Collection<Ended> calls, Predicate<Ended> such) {
    return calls.stream().filter(such).count();
  }
}
