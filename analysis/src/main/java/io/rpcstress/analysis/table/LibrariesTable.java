package io.rpcstress.analysis.table;

import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.Sweep.Fact;
import io.rpcstress.measure.record.SweepFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which versions of which libraries were measured, as the jars on either host said. */
public final class LibrariesTable {

  public static final String ID = "libraries";

  private static final String SEPARATOR = ", ";

  private LibrariesTable() {}

  /** The table; empty where sweep.json names no library. */
  static List<Table> of(Sweep sweep) {
    Map<String, Map<String, String>> clients = versions(sweep, SweepFile.CLIENT_LIBRARIES);
    Map<String, Map<String, String>> servers = versions(sweep, SweepFile.SERVER_LIBRARIES);
    Set<String> technologies = new TreeSet<>(clients.keySet());
    technologies.addAll(servers.keySet());
    List<Library> rows = new ArrayList<>();
    for (String technology : technologies) {
      Map<String, String> client = clients.getOrDefault(technology, Map.of());
      Map<String, String> server = servers.getOrDefault(technology, Map.of());
      Set<String> libraries = new TreeSet<>(client.keySet());
      libraries.addAll(server.keySet());
      libraries.forEach(
          name -> rows.add(new Library(technology, name, client.get(name), server.get(name))));
    }
    return new Columns<Library>()
        .add("technology", Library::technology)
        .add("library", Library::name)
        .add("version, client", Library::client)
        .add("version, server", Library::server)
        .tableOfSome(
            ID,
            "What was measured: libraries and versions",
            rows,
            "From the jars' lists of what they were built with; one part of a library stands for "
                + "all of it. Empty: the jar does not have the library, or lists none.");
  }

  private record Library(
      String technology, String name, @Nullable String client, @Nullable String server) {}

  /** Technology to library to version. */
  private static Map<String, Map<String, String>> versions(Sweep sweep, String section) {
    Map<String, Map<String, String>> versions = new TreeMap<>();
    for (Fact fact : sweep.section(section)) {
      for (String library : fact.value().split(SEPARATOR, -1)) {
        int space = library.indexOf(' ');
        if (space > 0) {
          versions
              .computeIfAbsent(fact.name(), unused -> new TreeMap<>())
              .put(library.substring(0, space), library.substring(space + 1));
        }
      }
    }
    return versions;
  }
}
