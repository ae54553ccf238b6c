package io.rpcstress.measure.record;

import io.rpcstress.measure.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code search-*.json}, a search for the highest rate as it is kept, and its lines for {@code
 * --json}. The keys are the components of {@link SearchRecord} and {@link ProbeRecord}.
 */
public final class SearchFile {

  private static final JsonMapper LINES = JsonMapper.shared();

  private static final String PREFIX = "search-";
  private static final String ENDING = ".json";

  private static final int LONGEST_NAME = 64;
  private static final int LONGEST_SLO = 255;
  private static final int LONGEST_STAGE = 32;
  private static final int LONGEST_SHAPE = 16;

  /** More than a search makes. */
  private static final int MAX_PROBES = 10_000;

  private SearchFile() {}

  /** The name of the file, beside which the probes' folder has the same name without ending. */
  public static String name(String slo) {
    return folder(slo) + ENDING;
  }

  /** The name of the folder that holds the probes' raw files. */
  public static String folder(String slo) {
    return PREFIX + slo;
  }

  /** Whether a file is called as one. */
  public static boolean isNamed(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.startsWith(PREFIX) && name.endsWith(ENDING);
  }

  /** Writes a search, whole or not at all. */
  public static void write(Path file, SearchRecord search) throws IOException {
    AtomicFile.write(
        file, LINES.writerWithDefaultPrettyPrinter().writeValueAsString(search) + "\n");
  }

  /**
   * Reads a search.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static SearchRecord read(Path file) throws IOException {
    try {
      return parse(Files.readString(file));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + " is no search: " + e.getMessage(), e);
    }
  }

  /**
   * Reads the text of a search.
   *
   * @throws IllegalArgumentException if it is none; the message says what is missing
   */
  public static SearchRecord parse(String text) {
    SearchRecord search = JsonRecords.read(text, SearchRecord.class);
    if (search.probes().size() > MAX_PROBES) {
      throw new IllegalArgumentException(
          "has " + search.probes().size() + " probes: " + MAX_PROBES + " at most expected");
    }
    check("technology", search.technology(), LONGEST_NAME);
    check("variant", search.variant(), LONGEST_NAME);
    check("slo", search.slo(), LONGEST_SLO);
    check("ending", search.ending(), LONGEST_NAME);
    check("shape", search.shape(), LONGEST_SHAPE);
    for (ProbeRecord probe : search.probes()) {
      check("stage", probe.stage(), LONGEST_STAGE);
      if (probe.rate() < 1) {
        throw new IllegalArgumentException("probe " + probe.number() + " has no rate");
      }
    }
    return search;
  }

  private static void check(String key, @Nullable String text, int longest) {
    if (text == null || text.length() > longest) {
      throw new IllegalArgumentException(
          "%s is '%s': text of at most %d characters expected".formatted(key, text, longest));
    }
  }

  /** A probe as one line: an object with the event {@code probe}. */
  public static String line(SearchRecord search, ProbeRecord probe) {
    ObjectNode event = event("probe", search);
    event.set("probe", LINES.valueToTree(probe));
    return LINES.writeValueAsString(event);
  }

  /** A search as one line: an object with the event {@code search}. */
  public static String line(SearchRecord search) {
    ObjectNode event = event("search", search);
    event.set("search", LINES.valueToTree(search));
    return LINES.writeValueAsString(event);
  }

  private static ObjectNode event(String name, SearchRecord search) {
    ObjectNode event = LINES.createObjectNode();
    event.put("event", name);
    event.put("technology", search.technology());
    event.put("variant", search.variant());
    return event;
  }
}
