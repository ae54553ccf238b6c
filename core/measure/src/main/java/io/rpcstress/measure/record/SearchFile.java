package io.rpcstress.measure.record;

import io.rpcstress.measure.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code search-*.json}, a search for the highest rate as it is kept, and its lines for {@code
 * --json}. The keys are the components of {@link SearchRecord} and {@link ProbeRecord}.
 */
public final class SearchFile {

  private static final String PREFIX = "search-";
  private static final String ENDING = ".json";

  private SearchFile() {}

  /** The name of the file, beside which the probes' folder has the same name without ending. */
  public static String name(String slo) {
    return folder(slo) + ENDING;
  }

  public static String folder(String slo) {
    return PREFIX + slo;
  }

  public static boolean isNamed(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.startsWith(PREFIX) && name.endsWith(ENDING);
  }

  public static void write(Path file, SearchRecord search) throws IOException {
    AtomicFile.write(file, RecordJson.INDENTED.writeValueAsString(search) + "\n");
  }

  public static SearchRecord read(Path file) throws IOException {
    try {
      return parse(Files.readString(file));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + " is no search: " + e.getMessage(), e);
    }
  }

  public static SearchRecord parse(String text) {
    return RecordJson.read(text, SearchRecord.class);
  }

  /** A probe as one line: an object with the event {@code probe}. */
  public static String line(SearchRecord search, ProbeRecord probe) {
    ObjectNode event = event("probe", search);
    event.set("probe", RecordJson.LINE.valueToTree(probe));
    return RecordJson.LINE.writeValueAsString(event);
  }

  public static String line(SearchRecord search) {
    ObjectNode event = event("search", search);
    event.set("search", RecordJson.LINE.valueToTree(search));
    return RecordJson.LINE.writeValueAsString(event);
  }

  private static ObjectNode event(String name, SearchRecord search) {
    ObjectNode event = RecordJson.LINE.createObjectNode();
    event.put("event", name);
    event.put("technology", search.technology());
    event.put("variant", search.variant());
    return event;
  }
}
