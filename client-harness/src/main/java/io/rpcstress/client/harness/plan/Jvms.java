package io.rpcstress.client.harness.plan;

import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.usage.Collector;
import io.rpcstress.usage.Jdk;
import io.rpcstress.usage.JvmSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * On which JVMs the client and the servers of a point run, both alike. Immutable.
 *
 * @param jdks numbers or folders of JDKs, of which a sweep takes several; none for each host's own
 * @param collectors labels of {@link Collector}, likewise; none for that of {@link JvmSettings}
 */
public record Jvms(List<String> jdks, List<String> collectors) {

  public static final String JDK = "--jdk";
  public static final String COLLECTOR = "--gc";
  public static final Jvms ANY = new Jvms(List.of(), List.of());

  private static final SweptOption JDKS = new SweptOption(JDK, "JDK", List.of());

  private static final SweptOption COLLECTORS =
      new SweptOption(COLLECTOR, "collector", Collector.labels());

  private static final String HOME = "JAVA_HOME_";

  public Jvms {
    jdks = SweptOption.distinct(jdks);
    collectors = SweptOption.distinct(collectors);
  }

  public boolean areSeveral() {
    return jdks.size() > 1 || collectors.size() > 1;
  }

  /** What rows have of each JDK: its number; where none is named, what a row has then. */
  List<String> numbers() {
    return jdks.isEmpty()
        ? List.of(Dimension.JDK.defaultValue())
        : jdks.stream().map(Jvms::number).toList();
  }

  List<String> labels() {
    return collectors.isEmpty() ? List.of(Dimension.COLLECTOR.defaultValue()) : collectors;
  }

  private static String number(String word) {
    return Integer.toString(feature(word));
  }

  private static int feature(String word) {
    return Misuse.named(JDK + " ", () -> Jdk.feature(word));
  }

  private static Jdk find(String word) {
    return Misuse.named(JDK + " ", () -> Jdk.find(word));
  }

  /** Whether other hosts can look for the same JDKs. */
  public boolean areNumbers() {
    return jdks.equals(numbers()) || jdks.isEmpty();
  }

  /** What a single point's dimensions say of it. */
  Dimensions dimensions() {
    if (!collectors.isEmpty()) {
      COLLECTORS.check(collectors);
    }
    return Dimensions.NONE
        .with(Dimension.JDK, JDKS.one(numbers()))
        .with(Dimension.COLLECTOR, COLLECTORS.one(labels()));
  }

  public Jvms of(Dimensions own) {
    String number = own.text(Dimension.JDK);
    String label = own.text(Dimension.COLLECTOR);
    return new Jvms(
        jdks.stream().filter(each -> number(each).equals(number)).toList(),
        collectors.stream().filter(label::equals).toList());
  }

  int feature() {
    return jdks.isEmpty() ? Runtime.version().feature() : feature(JDKS.one(jdks));
  }

  /** The program that starts the JVM of a single point's client on this host. */
  public String java() {
    return jdks.isEmpty()
        ? ProcessHandle.current().info().command().orElse("java")
        : find(JDKS.one(jdks)).java();
  }

  /** JVM options that all measured processes have; of several JVMs what they share. */
  List<String> settings() {
    return areSeveral() ? JvmSettings.options() : JvmSettings.options(feature(), labels().get(0));
  }

  /** Other JVM options, with the collector that a point's client uses. */
  List<String> with(List<String> options) {
    return areSeveral() ? options : JvmSettings.withCollector(options, labels().get(0));
  }

  Stream<Jvms> each() {
    return numbers().stream()
        .flatMap(
            number ->
                labels().stream()
                    .map(
                        label ->
                            of(
                                Dimensions.NONE
                                    .with(Dimension.JDK, number)
                                    .with(Dimension.COLLECTOR, label))));
  }

  /** Sees that there are such JDKs on this host, and that no two of them are one in rows. */
  void check() {
    Map<String, String> words = new TreeMap<>();
    for (String each : jdks) {
      String other = words.put(Integer.toString(find(each).feature()), each);
      if (other != null) {
        throw new Misuse(
            "%s %s,%s: both are JDK %s, which rows cannot tell apart: give one"
                .formatted(JDK, other, each, number(each)));
      }
    }
    if (!collectors.isEmpty()) {
      COLLECTORS.check(collectors);
    }
  }

  /** Sees that the JVM of a single point starts here with these options. */
  void requireStart(List<String> options) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(java()));
    words.addAll(options);
    words.add("-version");
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new Misuse(
          "%s: JDK %d does not start so (%s): leave out one of them, or give another JDK"
              .formatted(
                  String.join(" ", options().list()),
                  feature(),
                  output.lines().filter(line -> !line.isBlank()).findFirst().orElse("").strip()));
    }
  }

  OptionWords options() {
    return new OptionWords()
        .add(JDK, jdks.isEmpty() ? null : jdks)
        .add(COLLECTOR, collectors.isEmpty() ? null : collectors);
  }

  /** The same of a single point as another host takes them, with a number for each JDK. */
  public List<String> serverOptions() {
    return new Jvms(jdks.isEmpty() ? jdks : numbers(), collectors).options().list();
  }

  /** What shows a folder that was named to those who look for its number on this host. */
  public Map<String, String> environment() {
    Map<String, String> homes = new TreeMap<>();
    for (String each : jdks) {
      if (!each.equals(number(each))) {
        homes.put(HOME + number(each), each);
      }
    }
    return homes;
  }
}
