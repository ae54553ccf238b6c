package io.rpcstress.usage;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * Which versions of which libraries a jar of this project was built with, each as {@code
 * groupId:artifactId version}, sorted. The root pom chooses the libraries and has Maven list what
 * it resolved, in a folder of the jar for each module: shading drops what the libraries' own jars
 * say. A jar from before that, or of others, names none.
 */
public final class JarLibraries {

  /** The key of a server's fact: the libraries of its jar, with {@link #SEPARATOR} between them. */
  public static final String FACT = "libraries";

  public static final String SEPARATOR = ", ";

  private static final String FOLDER = "META-INF/rpc-stress/";
  private static final String FILE = "/libraries.txt";

  /** Longer than any list that the build writes, bytes. */
  private static final int MAX_LIST_BYTES = 1 << 16;

  private static final String NEXT = ",";

  /** A file of Maven's repository: its group's folders, its artifact, its version, its name. */
  private static final Pattern RESOLVED =
      Pattern.compile("repository/([\\w./-]+)/([\\w.-]+)/([\\w.+-]+)/\\2-\\3[\\w.-]*\\.jar");

  private JarLibraries() {}

  /** All that a program's jar was built with. */
  public static List<String> of(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return own(file);
    }
  }

  /** What of it one of the modules in the jar needs, as {@code driver-grpc} of the client's. */
  public static List<String> of(Path jar, String module) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      List<String> needed = list(file, module).stream().map(JarLibraries::name).toList();
      return own(file).stream().filter(each -> needed.contains(name(each))).toList();
    }
  }

  /**
   * All that the jar of this class was built with; empty where it is no jar, one inside another, or
   * cannot be read.
   */
  public static List<String> ofProgram(Class<?> one) {
    try {
      CodeSource source = one.getProtectionDomain().getCodeSource();
      URL place = source == null ? null : source.getLocation();
      Path jar = place == null ? null : Path.of(place.toURI());
      return jar == null || !Files.isRegularFile(jar) ? List.of() : of(jar);
    } catch (IOException | URISyntaxException | RuntimeException e) {
      return List.of(); // a fact that cannot be read is unknown; a nested jar is no path of a file
    }
  }

  private static String name(String library) {
    return library.substring(0, library.indexOf(' '));
  }

  private static List<String> own(JarFile jar) throws IOException {
    Manifest manifest = jar.getManifest();
    String title =
        manifest == null
            ? null
            : manifest.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_TITLE);
    return list(jar, title);
  }

  private static List<String> list(JarFile jar, @Nullable String module) throws IOException {
    ZipEntry entry = module == null ? null : jar.getEntry(FOLDER + module + FILE);
    if (entry == null) {
      return List.of();
    }
    TreeSet<String> libraries = new TreeSet<>();
    try (InputStream in = jar.getInputStream(entry)) {
      String text = new String(in.readNBytes(MAX_LIST_BYTES), StandardCharsets.UTF_8);
      for (String path : text.strip().split(NEXT, -1)) {
        Matcher resolved = RESOLVED.matcher(path);
        if (resolved.matches()) {
          String group = resolved.group(1).replace('/', '.');
          libraries.add(group + ":" + resolved.group(2) + " " + resolved.group(3));
        }
      }
    }
    return List.copyOf(libraries);
  }
}
