package io.rpcstress.usage;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A garbage collector of the JVM: the option that chooses it, and the name that it reports. */
public enum Collector {
  SERIAL("-XX:+UseSerialGC", "Copy"),
  PARALLEL("-XX:+UseParallelGC", "PS "),
  G1("-XX:+UseG1GC", "G1 "),
  ZGC("-XX:+UseZGC", "ZGC "),
  SHENANDOAH("-XX:+UseShenandoahGC", "Shenandoah ");

  private final String option;
  private final String bean;

  Collector(String option, String bean) {
    this.option = option;
    this.bean = bean;
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What a JVM is started with that is to use it. */
  public String option() {
    return option;
  }

  public static List<String> labels() {
    return Arrays.stream(values()).map(Collector::label).toList();
  }

  public static Optional<Collector> find(String label) {
    return Arrays.stream(values()).filter(each -> each.label().equals(label)).findFirst();
  }

  /** Whether an option chooses one of these. */
  static boolean isChosenBy(String option) {
    return Arrays.stream(values()).anyMatch(each -> each.option.equals(option));
  }

  /** The names of this process's collectors, as its beans have them. */
  static String beans() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .map(GarbageCollectorMXBean::getName)
        .collect(Collectors.joining(", "));
  }

  /** That which reports these names; empty where none of these does. */
  static Optional<Collector> of(String beans) {
    return Arrays.stream(values()).filter(each -> beans.startsWith(each.bean)).findFirst();
  }
}
