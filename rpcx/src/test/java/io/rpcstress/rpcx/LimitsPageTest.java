package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The README's tables of limits have each limit there is, with the default that the code has. */
class LimitsPageTest {
  private static final String PACKAGE = "io.rpcstress.rpcx.";

  /** The tables of the section, in order. */
  private static final int LIMITS = 0;

  private static final int BUILDERS = 1;
  private static final int CONSTANTS = 2;
  private static final int OTHERS = 3;

  /** Where the code has what is in no {@link Limits}. */
  private static final Map<String, String> WHERE =
      Map.ofEntries(
          Map.entry("grace of ServiceCentre.close()", "ServiceCentre#CLOSE_GRACE"),
          Map.entry("use of a connection after its GOAWAY", "server.Quotas#LEAVE_WITHIN"),
          Map.entry("metadata entries of a request, of a reply", "wire.Messages#MAX_METADATA"),
          Map.entry("a key or a value of metadata", "wire.Messages#MAX_METADATA_BYTES"),
          Map.entry("elements of a list, set, map or array", "value.ListCodec#MAX_ELEMENTS"),
          Map.entry("digits of a BigDecimal", "value.BigDecimalCodec#MAX_DIGITS"),
          Map.entry("scale of a BigDecimal, to either side", "value.BigDecimalCodec#MAX_SCALE"),
          Map.entry("a BigInteger", "value.BigIntegerCodec#MAX_BYTES"),
          Map.entry("depth of messages within a Protobuf message", "value.MessageCodec#MAX_DEPTH"),
          Map.entry("a detail of a failure", "value.Detail#MAX_BYTES"),
          Map.entry("text of a failure, from a service centre", "server.Replies#MAX_MESSAGE"),
          Map.entry("text of a failure, to a client", "client.ClientHandler#MAX_MESSAGE_BYTES"),
          Map.entry("alias of a TypeCodec", "value.OwnCodecs#MAX_ALIAS"),
          Map.entry("what remains of SHARE_BYTES in any heap", "server.OwnShare#MIN_BYTES"),
          Map.entry("a request that is kept for another attempt", "client.PendingCall#KEPT_BYTES"));

  /** Each name with what the page says of it. */
  private static Map<String, List<String>> table(int number) throws IOException {
    String page = Files.readString(Path.of("README.md"));
    String section = page.substring(page.indexOf("\n## Limits\n") + 1);
    section = section.substring(0, section.indexOf("\n## "));
    List<List<String>> tables = new ArrayList<>();
    boolean inside = false;
    for (String line : section.split("\n", -1)) {
      if (line.startsWith("|") && !inside) {
        tables.add(new ArrayList<>());
      }
      inside = line.startsWith("|");
      if (inside) {
        tables.get(tables.size() - 1).add(line);
      }
    }
    assertThat(tables).hasSize(OTHERS + 1);
    Map<String, List<String>> rows = new LinkedHashMap<>();
    List<String> lines = tables.get(number);
    for (String line : lines.subList(2, lines.size())) {
      String[] cells = line.substring(2, line.length() - 2).split(" \\| ", -1);
      assertThat(cells).as(line).hasSize(3);
      assertThat(rows.put(cells[0].replace("`", ""), List.of(cells[1], cells[2]))).isNull();
    }
    return rows;
  }

  private static Map<String, String> values(int number) throws IOException {
    Map<String, String> values = new LinkedHashMap<>();
    table(number).forEach((name, cells) -> values.put(name, cells.get(0)));
    return values;
  }

  private static String text(String name, Object value) {
    if (value instanceof Duration time) {
      return time(time);
    }
    if (value instanceof Double number) {
      return name.endsWith("JITTER") ? Math.round(100 * number) + " %" : String.valueOf(number);
    }
    long number = ((Number) value).longValue();
    if (name.endsWith("_MILLIS")) {
      return time(Duration.ofMillis(number));
    }
    if (name.endsWith("_SECONDS")) {
      return time(Duration.ofSeconds(number));
    }
    return name.toLowerCase(Locale.ROOT).contains("bytes") ? bytes(number) : count(number);
  }

  private static String time(Duration time) {
    if (time.equals(Duration.ofDays(7))) {
      return "a week";
    }
    long millis = time.toMillis();
    if (millis < 1000) {
      return millis + " ms";
    }
    return millis % 1000 == 0 ? millis / 1000 + " s" : millis / 1000.0 + " s";
  }

  private static String bytes(long bytes) {
    if (bytes % (1 << 20) == 0) {
      return count(bytes >> 20) + " MiB";
    }
    return bytes % 1024 == 0 ? count(bytes / 1024) + " KiB" : count(bytes) + " bytes";
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static Object field(Class<?> type, String name, Object of)
      throws ReflectiveOperationException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field.get(of);
  }

  private static Object field(String where) throws ReflectiveOperationException {
    String[] parts = where.split("#", -1);
    return field(Class.forName(PACKAGE + parts[0]), parts[1], null);
  }

  @Test
  void everyLimitHasItsDefault() throws Exception {
    long least = Limits.MIN_DEFAULT_BUDGET_BYTES;
    String budget =
        "an eighth of the heap, at least %s, or a sixth of a heap below %s; %s frames in any heap";
    Map<String, String> expected = new LinkedHashMap<>();
    for (RecordComponent limit : Limits.class.getRecordComponents()) {
      String name = limit.getName();
      expected.put(
          name,
          switch (name) {
            case "maxUnwrittenBytes" -> budget.formatted(bytes(least), bytes(6 * least), "two");
            case "maxReceivingBytes" -> budget.formatted(bytes(least), bytes(6 * least), "four");
            default -> text(name, limit.getAccessor().invoke(Limits.DEFAULTS));
          });
    }

    assertThat(values(LIMITS)).isEqualTo(expected);
  }

  @Test
  void theTwoDefaultsThatFollowTheHeapDoSo() {
    long heap = Runtime.getRuntime().maxMemory();
    long least = Limits.MIN_DEFAULT_BUDGET_BYTES;
    long share = Math.max(heap / 8, Math.min(least, heap / 6));
    long frame = Limits.DEFAULTS.maxFrameBytes();

    assertThat(Limits.DEFAULTS.maxUnwrittenBytes()).isEqualTo(Math.max(share, 2 * frame));
    assertThat(Limits.DEFAULTS.maxReceivingBytes())
        .isEqualTo(Math.max(share, 4 * (frame + Integer.BYTES)));
  }

  @Test
  void everyConstantHasItsValue() throws Exception {
    Map<String, String> expected = new LinkedHashMap<>();
    for (Field constant : Limits.class.getFields()) {
      if (Modifier.isStatic(constant.getModifiers()) && constant.getType() != Limits.class) {
        expected.put(constant.getName(), text(constant.getName(), constant.get(null)));
      }
    }

    assertThat(values(CONSTANTS)).isEqualTo(expected);
  }

  @Test
  void whatIsInNoLimitsHasItsValue() throws Exception {
    Map<String, String> values = values(OTHERS);
    assertThat(values.keySet()).isEqualTo(WHERE.keySet());
    for (Map.Entry<String, String> row : values.entrySet()) {
      String where = WHERE.get(row.getKey());
      boolean text = where.endsWith("MAX_ALIAS") || where.endsWith("MAX_MESSAGE");
      assertThat(row.getValue())
          .as(row.getKey())
          .isEqualTo(text(where, field(where)) + (text ? " characters" : ""));
    }
  }

  private static String setting(String name, Object value) throws ReflectiveOperationException {
    Object unset = value instanceof Collection<?> all ? all.size() : value;
    if (unset instanceof Map<?, ?> all) {
      unset = all.size();
    }
    if (unset instanceof Boolean on) {
      return on ? "on" : "off";
    }
    return unset.equals(0) || unset.equals(Duration.ZERO) ? "none" : text(name, unset);
  }

  @Test
  void everySettingHasItsDefault() throws Exception {
    Map<String, String> expected = new LinkedHashMap<>();
    RPCX.Builder client = RPCX.builder();
    Map<String, String> ofClients = new LinkedHashMap<>();
    for (String name : List.of("deadline", "attempts", "connections", "compressed")) {
      ofClients.put(name, name);
    }
    ofClients.put("waitForRoom", "waitsForRoom");
    ofClients.put("forwardMetadata", "forwarded");
    for (Map.Entry<String, String> each : ofClients.entrySet()) {
      Object value = field(RPCX.Builder.class, each.getValue(), client);
      expected.put("RPCX.Builder." + each.getKey(), setting(each.getKey(), value));
    }
    int loops = (int) field(RPCX.Builder.class, "USUAL_LOOPS", null);
    expected.put(
        "RPCX.Builder.eventLoops",
        "as many as connections and at least " + loops + ", but at most one per processor");
    ServiceCentre.Builder server = ServiceCentre.builder();
    Map<String, String> ofServers =
        Map.of(
            "maxInFlight", "maxInFlightPerMethod",
            "maxInFlightPerPeer", "maxInFlightPerPeer",
            "maxConnectionAge", "maxConnectionAge",
            "maxCompressedConnections", "maxCompressedConnections");
    for (Map.Entry<String, String> each : ofServers.entrySet()) {
      Object value = field(ServiceCentre.Builder.class, each.getValue(), server);
      expected.put("ServiceCentre.Builder." + each.getKey(), setting(each.getKey(), value));
    }
    assertThat(field(ServiceCentre.Builder.class, "eventLoops", server))
        .isEqualTo(Runtime.getRuntime().availableProcessors());
    expected.put("ServiceCentre.Builder.eventLoops", "one per processor");
    for (String name : List.of("deadlineMillis", "maxInFlight")) {
      Object value = Method.class.getMethod(name).getDefaultValue();
      expected.put("Method." + name, setting(name, value));
    }
    expected.put("Tls.reloading", "never");

    assertThat(values(BUILDERS)).isEqualTo(expected);
  }

  @Test
  void everySettingWithANumberOrATimeHasARow() throws Exception {
    Set<String> expected = new TreeSet<>();
    for (Class<?> builder : List.of(RPCX.Builder.class, ServiceCentre.Builder.class, Tls.class)) {
      String owner = builder.getCanonicalName().substring(PACKAGE.length());
      for (java.lang.reflect.Method method : builder.getMethods()) {
        boolean limits =
            method.getDeclaringClass() == builder
                && Arrays.stream(method.getParameterTypes())
                    .anyMatch(type -> type == int.class || type == Duration.class);
        if (limits && !method.getName().equals("port")) {
          expected.add(owner + "." + method.getName());
        }
      }
    }
    for (java.lang.reflect.Method method : Method.class.getDeclaredMethods()) {
      if (method.getReturnType() == int.class) {
        expected.add("Method." + method.getName());
      }
    }

    assertThat(values(BUILDERS).keySet()).containsAll(expected);
  }

  @Test
  void theMostThatASettingMayBeIsSaid() throws Exception {
    Map<String, List<String>> rows = table(BUILDERS);
    Map<String, Object> most =
        Map.of(
            "RPCX.Builder.attempts", field(RPCX.Builder.class, "MAX_ATTEMPTS", null),
            "RPCX.Builder.connections", field(RPCX.Builder.class, "MAX_CONNECTIONS", null),
            "RPCX.Builder.eventLoops", field(RPCX.Builder.class, "MAX_CONNECTIONS", null),
            "RPCX.Builder.forwardMetadata", field("wire.Messages#MAX_METADATA"),
            "ServiceCentre.Builder.eventLoops",
                field(ServiceCentre.Builder.class, "MAX_LOOPS", null));
    for (Map.Entry<String, Object> each : most.entrySet()) {
      assertThat(rows.get(each.getKey()).get(1))
          .endsWith("at most " + count(((Number) each.getValue()).longValue()));
    }
    assertThat(field(ServiceCentre.Builder.class, "MAX_AGE", null)).isEqualTo(Duration.ofDays(365));
    assertThat(rows.get("ServiceCentre.Builder.maxConnectionAge").get(1)).endsWith("a year");
  }
}
