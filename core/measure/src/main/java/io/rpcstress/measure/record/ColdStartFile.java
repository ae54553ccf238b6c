package io.rpcstress.measure.record;

import io.rpcstress.measure.AtomicFile;
import io.rpcstress.measure.record.ColdStartRecord.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code coldstart.json}: what {@code coldstart --out} keeps beside a sweep. */
public final class ColdStartFile {

  /** Its name in a sweep's folder. */
  public static final String NAME = "coldstart.json";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Far above 40 subjects in 100 rounds. */
  private static final int MAX_SAMPLES = 10_000;

  private static final int MAX_CHARACTERS = 16 << 20;

  private static final String AT = "at";
  private static final String SEED = "seed";
  private static final String CALLS = "calls";
  private static final String SAMPLES = "samples";
  private static final String SIDE = "side";
  private static final String TECHNOLOGY = "technology";
  private static final String ARCHIVE = "archive";
  private static final String ROUND = "round";
  private static final String START_MS = "startMs";
  private static final String FIRST_CALL_MS = "firstCallMs";
  private static final String CALLS_MS = "callsMs";
  private static final String CPU_MS = "cpuMs";
  private static final String RSS_KB = "rssKb";

  private ColdStartFile() {}

  /** Writes it into a folder, whole or not at all. */
  public static void write(Path folder, ColdStartRecord record) throws IOException {
    AtomicFile.write(folder.resolve(NAME), text(record) + "\n");
  }

  /** It as one line. */
  public static String text(ColdStartRecord record) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    Instant at = record.at();
    map.put(AT, at == null ? null : at.toString());
    map.put(SEED, record.seed());
    map.put(CALLS, record.calls());
    map.put(SAMPLES, record.samples().stream().map(ColdStartFile::map).toList());
    return JSON.writeValueAsString(map);
  }

  private static Map<String, @Nullable Object> map(Sample sample) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    map.put(SIDE, sample.side());
    map.put(TECHNOLOGY, sample.technology());
    map.put(ARCHIVE, sample.archive());
    map.put(ROUND, sample.round());
    map.put(START_MS, sample.startMs());
    map.put(FIRST_CALL_MS, sample.firstCallMs());
    map.put(CALLS_MS, sample.callsMs());
    map.put(CPU_MS, sample.cpuMs());
    map.put(RSS_KB, sample.rssKb());
    return map;
  }

  /**
   * Reads the text.
   *
   * @throws IllegalArgumentException if it is not what the command writes; the message says where
   */
  public static ColdStartRecord parse(String text) {
    if (text.length() > MAX_CHARACTERS) {
      throw new IllegalArgumentException(
          text.length() + " characters: " + MAX_CHARACTERS + " at most expected");
    }
    try {
      JsonNode root = JSON.readTree(text);
      JsonNode samples = root.path(SAMPLES);
      if (!samples.isArray() || samples.size() > MAX_SAMPLES) {
        throw new IllegalArgumentException(
            "a list '%s' of %d at most expected".formatted(SAMPLES, MAX_SAMPLES));
      }
      int calls = (int) number(root, CALLS, "");
      List<Sample> all = new ArrayList<>();
      for (JsonNode each : samples) {
        all.add(sample(each, SAMPLES + "[" + all.size() + "]."));
      }
      return new ColdStartRecord(
          JsonValues.instant(root, AT), root.path(SEED).asLong(0), calls, all);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("no JSON: " + e.getOriginalMessage(), e);
    }
  }

  private static Sample sample(JsonNode node, String where) {
    Double rss = positive(node, RSS_KB);
    return new Sample(
        word(node, SIDE, where),
        word(node, TECHNOLOGY, where),
        node.path(ARCHIVE).isBoolean() && node.path(ARCHIVE).booleanValue(),
        node.path(ROUND).asInt(0),
        number(node, START_MS, where),
        positive(node, FIRST_CALL_MS),
        positive(node, CALLS_MS),
        positive(node, CPU_MS),
        rss == null ? null : (Long) rss.longValue());
  }

  private static String word(JsonNode node, String key, String where) {
    JsonNode value = node.path(key);
    if (!value.isString() || !value.stringValue().matches("[a-z0-9@-]{1,128}")) {
      throw new IllegalArgumentException(where + key + ": a name expected");
    }
    return value.stringValue();
  }

  private static double number(JsonNode node, String key, String where) {
    Double value = positive(node, key);
    if (value == null) {
      throw new IllegalArgumentException(where + key + ": a number, 0 or more, expected");
    }
    return value;
  }

  /** A number, 0 or more; null for anything else. */
  private static @Nullable Double positive(JsonNode node, String key) {
    Double value = JsonValues.decimal(node, key);
    return value != null && value >= 0 && Double.isFinite(value) ? value : null;
  }
}
