package io.rpcstress.usage;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The threads of a process as the kernel accounts for them: CPU time in ns, of the compilers apart,
 * and context switches. Confined to its reader's lock.
 *
 * <p>A thread that runs while it is read lags by a tick of the kernel (1 to 10 ms). The calling
 * threads wait at the gate or have finished when a run's borders are read, so theirs are exact.
 */
final class TaskReader {

  /** Where a reading stands to the window that it is for. */
  enum Border {
    /** The window follows: who works in the background is read last. */
    BEFORE,
    /** The window has ended: who works in the background is read first. */
    AFTER
  }

  /** Thread names as the kernel cuts them, of the JVM's just-in-time compilers. */
  private static final List<String> COMPILERS = List.of("C1 Compiler", "C2 Compiler", "JVMCI");

  /**
   * The JVM's other threads that work when no call is made: collectors, the VM thread, clean-up.
   */
  private static final List<String> BACKGROUND =
      List.of("VM ", "GC ", "G1 ", "ZDriver", "ZWorker", "Shenandoah", "Sweeper");

  /** What a thread is called that has no name yet, and the one that runs main for good. */
  private static final String UNNAMED = "java";

  private final Path process;
  private final EndedThreads cpu = new EndedThreads();
  private final EndedThreads backgroundCpu = new EndedThreads();
  private final EndedThreads compiling = new EndedThreads();
  private final EndedThreads switches = new EndedThreads();
  private Map<Long, Kind> kinds = new HashMap<>();

  private enum Kind {
    COMPILER,
    BACKGROUND,
    UNNAMED,
    OTHER
  }

  private record Task(long id, String folder, Kind kind) {}

  TaskReader(Path process) {
    this.process = process;
  }

  /**
   * Reads every thread.
   *
   * @param ownTask the reader's number, whose CPU time is {@code ownCpuNanos}; -1 for none
   * @return whether the reader is one of them, so that its time was counted
   */
  boolean read(Border border, long ownTask, long ownCpuNanos) {
    List<Task> others = new ArrayList<>();
    List<Task> background = new ArrayList<>();
    if (!list(others, background)) {
      return false; // the totals stay as they are: unknown where nothing was ever read
    }
    cpu.begin();
    backgroundCpu.begin();
    compiling.begin();
    switches.begin();
    if (border == Border.BEFORE) {
      others.forEach(this::readSwitches);
      background.forEach(this::readSwitches);
      others.forEach(task -> readCpu(task, ownTask, ownCpuNanos));
      background.forEach(task -> readCpu(task, ownTask, ownCpuNanos));
    } else {
      background.forEach(task -> readCpu(task, ownTask, ownCpuNanos));
      others.forEach(task -> readCpu(task, ownTask, ownCpuNanos));
      background.forEach(this::readSwitches);
      others.forEach(this::readSwitches);
    }
    cpu.end();
    backgroundCpu.end();
    compiling.end();
    switches.end();
    return Stream.concat(others.stream(), background.stream())
        .anyMatch(task -> task.id() == ownTask);
  }

  /**
   * Reads, while threads run, the CPU time of those that are not Java's, which are few, and then
   * the context switches of all, unless they are many. The total of all threads' CPU stays as it
   * is.
   *
   * @param many threads beyond which the switches stay as they are
   * @return whether the switches were read
   */
  boolean readRunning(int many) {
    List<Task> others = new ArrayList<>();
    List<Task> background = new ArrayList<>();
    if (!list(others, background)) {
      return false;
    }
    backgroundCpu.begin();
    compiling.begin();
    background.forEach(task -> addBackground(task, cpuOf(task)));
    backgroundCpu.end();
    compiling.end();
    if (others.size() + background.size() > many) {
      return false;
    }
    switches.begin();
    background.forEach(this::readSwitches);
    others.forEach(this::readSwitches);
    switches.end();
    return true;
  }

  private boolean list(List<Task> others, List<Task> background) {
    String[] tasks = new File(process.toFile(), "task").list();
    if (tasks == null) {
      return false;
    }
    Map<Long, Kind> living = new HashMap<>(tasks.length * 2);
    for (String each : tasks) {
      long id = ProcFiles.leadingNumber(each);
      String folder = process + "/task/" + each;
      Kind known = kinds.get(id);
      Kind kind = known == null ? kind(folder) : known;
      if (kind != Kind.UNNAMED) {
        living.put(id, kind);
      }
      (kind == Kind.OTHER ? others : background).add(new Task(id, folder, kind));
    }
    kinds = living;
    return true;
  }

  private static Kind kind(String folder) {
    String name = new String(ProcFiles.bytes(folder + "/comm"), StandardCharsets.UTF_8);
    return COMPILERS.stream().anyMatch(name::startsWith)
        ? Kind.COMPILER
        : BACKGROUND.stream().anyMatch(name::startsWith)
            ? Kind.BACKGROUND
            : name.startsWith(UNNAMED) ? Kind.UNNAMED : Kind.OTHER;
  }

  private void readCpu(Task task, long ownTask, long ownCpuNanos) {
    long nanos = task.id() == ownTask && ownCpuNanos >= 0 ? ownCpuNanos : cpuOf(task);
    cpu.add(task.id(), nanos);
    addBackground(task, nanos);
  }

  private static long cpuOf(Task task) {
    // schedstat: ns on a CPU, ns waiting, time slices
    return ProcFiles.number("", task.folder() + "/schedstat");
  }

  /** Java's own threads, main among them, have clocks that the JVM reads. */
  private void addBackground(Task task, long nanos) {
    if (task.kind() == Kind.COMPILER || task.kind() == Kind.BACKGROUND) {
      backgroundCpu.add(task.id(), nanos);
    }
    if (task.kind() == Kind.COMPILER) {
      compiling.add(task.id(), nanos);
    }
  }

  private void readSwitches(Task task) {
    byte[] text = ProcFiles.bytes(task.folder() + "/status");
    long voluntary = ProcFiles.number("\nvoluntary_ctxt_switches:", text);
    long involuntary = ProcFiles.number("\nnonvoluntary_ctxt_switches:", text);
    switches.add(
        task.id(),
        voluntary >= 0 && involuntary >= 0 ? voluntary + involuntary : ProcessUsage.UNKNOWN);
  }

  /** CPU time of all threads that were ever read, ns; unknown where none could be. */
  long cpuNanos() {
    return cpu.total();
  }

  /** The part of it of the compilers and of what else works in the background, ns; or unknown. */
  long backgroundNanos() {
    return backgroundCpu.total();
  }

  /** The compilers' part of it, ns; unknown where no compiler was ever seen. */
  long compileNanos() {
    return compiling.total();
  }

  /** Context switches of all threads that were ever read; unknown where none could be. */
  long switches() {
    return switches.total();
  }

  /**
   * One counter summed over threads that come and go: a thread that is no longer there keeps
   * counting with the last value seen. Confined to its reader's lock.
   */
  static final class EndedThreads {
    private Map<Long, Long> last = new HashMap<>();
    private Map<Long, Long> seen = new HashMap<>();
    private long ended;
    private boolean known;

    void begin() {
      seen = new HashMap<>(last.size() * 2);
    }

    /**
     * A living thread's value in this round; a negative one (the thread just ended) is passed over.
     */
    void add(long thread, long value) {
      if (value < 0) {
        return;
      }
      known = true;
      seen.put(thread, value);
      Long before = last.get(thread);
      if (before != null && value >= before) {
        last.remove(thread);
      }
    }

    /** The round is complete: what is left of the round before has ended (or its id was reused). */
    void end() {
      for (long value : last.values()) {
        ended += value;
      }
      last = seen;
    }

    /** The sum over all threads, living and ended; unknown before a value was seen. */
    long total() {
      if (!known) {
        return ProcessUsage.UNKNOWN;
      }
      long sum = ended;
      for (long value : last.values()) {
        sum += value;
      }
      return sum;
    }
  }
}
