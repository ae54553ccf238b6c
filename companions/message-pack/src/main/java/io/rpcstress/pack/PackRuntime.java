package io.rpcstress.pack;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a pack needs on a host that has the JDK alone: the codecs and their libraries, as they are
 * in this program.
 */
final class PackRuntime {
  private static final List<String> PARTS =
      List.of(
          "META-INF/services/io.rpcstress.contract.",
          "META-INF/services/org.slf4j.",
          "com/fasterxml/jackson/", // Avro reads schemas by it
          "com/google/protobuf/",
          "io/rpcstress/pack/codec/",
          "org/apache/avro/",
          "org/slf4j/",
          "tools/jackson/");

  /** What this program alone needs of them. */
  private static final List<String> LEFT_OUT =
      List.of("com/google/protobuf/util/", "org/apache/avro/compiler/");

  /** Before the name of what a newer Java takes instead. */
  private static final String OF_A_VERSION = "META-INF/versions/\\d+/";

  private PackRuntime() {}

  /** The files of a pack, by their names in its jar. */
  static Map<String, byte[]> entries() throws IOException {
    Map<String, byte[]> entries = new TreeMap<>();
    for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(each);
      if (Files.isDirectory(path)) {
        add(path, entries);
      } else if (Files.isRegularFile(path)) {
        try (FileSystem jar = FileSystems.newFileSystem(path)) {
          add(jar.getPath("/"), entries);
        }
      }
    }
    return entries;
  }

  private static void add(Path folder, Map<String, byte[]> into) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        String name = folder.relativize(each).toString();
        if (belongs(name) && !into.containsKey(name)) {
          into.put(name, Files.readAllBytes(each));
        }
      }
    }
  }

  private static boolean belongs(String entry) {
    String name = entry.replaceFirst(OF_A_VERSION, "");
    return PARTS.stream().anyMatch(name::startsWith)
        && LEFT_OUT.stream().noneMatch(name::startsWith);
  }
}
