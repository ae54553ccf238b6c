package io.rpcstress.rpcx;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Many virtual threads that call a service whose handlers wait, both in this process, under the
 * flight recorder. Its own program, since it needs a JDK that has virtual threads.
 *
 * <pre>java ... io.rpcstress.rpcx.VirtualCallers CALLERS CALLS</pre>
 *
 * Each caller makes so many calls of two methods by two clients, one of which has an interceptor.
 *
 * <p>Prints {@code answered N}, how many waits pinned their thread ({@code pinned N}, and where),
 * and how many of the one wait did so that must ({@code control N}).
 */
final class VirtualCallers {
  private static final String PINNED = "jdk.VirtualThreadPinned";

  private VirtualCallers() {}

  /** The client's interface. */
  @RPCXClient(remoteServerName = "waiting")
  interface Client {
    /** On the event loop. */
    @Method("here")
    String here(String name);

    /** On a thread that waits. */
    @Method("waiting")
    String waiting(String name);
  }

  /** The service. */
  @RPCXServer("waiting")
  public static final class Service {
    @Method("here")
    public String here(String name) {
      return name;
    }

    @Method(value = "waiting", blocking = true)
    public String waiting(String name) throws InterruptedException {
      TimeUnit.MILLISECONDS.sleep(1);
      return Thread.currentThread().getClass().getName() + " " + name;
    }
  }

  /** Waits while the JVM initialises it, which pins a virtual thread on every JDK so far. */
  private static final class Control {
    static final long WAITED = waited();

    private static long waited() {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(30));
      return 1;
    }
  }

  public static void main(String[] args) throws Exception {
    int callers = Integer.parseInt(args[0]);
    int calls = Integer.parseInt(args[1]);
    ExecutorService threads =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    try (ServiceCentre centre = ServiceCentre.builder().publish(new Service()).start();
        RPCX plain = client(centre).build().connect();
        RPCX intercepted =
            client(centre).intercept((call, next) -> next.proceed()).build().connect()) {
      List<Client> clients = List.of(plain.client(Client.class), intercepted.client(Client.class));
      // Classes are initialised by what is not counted.
      for (Client client : clients) {
        int unused = callAll(threads, client, 8, 2);
      }
      List<RecordedEvent> pinned = new ArrayList<>();
      int answered = 0;
      try (Recording recording = record()) {
        for (Client client : clients) {
          answered += callAll(threads, client, callers, calls);
        }
        pinned.addAll(events(recording));
      }
      System.out.println("answered " + answered);
      System.out.println("pinned " + pinned.size());
      for (RecordedEvent event : pinned) {
        System.out.println(event);
      }
      try (Recording recording = record()) {
        System.out.println("waited " + threads.submit(() -> Control.WAITED).get());
        System.out.println("control " + events(recording).size());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static RPCX.Builder client(ServiceCentre centre) {
    return RPCX.builder()
        .address(centre.address())
        .port(centre.port())
        .deadline(Duration.ofSeconds(60));
  }

  private static Recording record() {
    Recording recording = new Recording();
    var unused = recording.enable(PINNED).withoutThreshold().withStackTrace();
    recording.start();
    return recording;
  }

  private static List<RecordedEvent> events(Recording recording) throws IOException {
    recording.stop();
    Path file = Files.createTempFile("pinned", ".jfr");
    try {
      recording.dump(file);
      return RecordingFile.readAllEvents(file);
    } finally {
      Files.delete(file);
    }
  }

  private static int callAll(ExecutorService threads, Client client, int callers, int calls)
      throws Exception {
    List<Future<Integer>> ends = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      String name = "n" + i;
      ends.add(
          threads.submit(
              () -> {
                int answered = 0;
                for (int call = 0; call < calls; call++) {
                  answered += name.equals(client.here(name)) ? 1 : 0;
                  String waited = client.waiting(name);
                  answered += waited.equals("java.lang.VirtualThread " + name) ? 1 : 0;
                }
                return answered;
              }));
    }
    int answered = 0;
    for (Future<Integer> end : ends) {
      answered += end.get(60, TimeUnit.SECONDS);
    }
    return answered;
  }
}
