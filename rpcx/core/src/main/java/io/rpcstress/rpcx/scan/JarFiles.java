package io.rpcstress.rpcx.scan;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** The jars of a class path, with those that their manifests name. */
final class JarFiles {
  private JarFiles() {}

  /** The jars that a loader and its parents read, as far as they expose it. */
  static Set<File> of(ClassLoader loader) {
    Set<File> jars = new LinkedHashSet<>();
    boolean system = false;
    for (ClassLoader l = loader; l != null; l = l.getParent()) {
      system |= l == ClassLoader.getSystemClassLoader();
      if (l instanceof URLClassLoader urls) {
        for (URL url : urls.getURLs()) {
          add(url, jars);
        }
      }
    }
    if (system) {
      StringTokenizer paths =
          new StringTokenizer(System.getProperty("java.class.path", ""), File.pathSeparator);
      while (paths.hasMoreTokens()) {
        add(new File(paths.nextToken()), jars);
      }
    }
    return jars;
  }

  private static void add(URL url, Set<File> jars) {
    try {
      if ("file".equals(url.getProtocol())) {
        add(Path.of(url.toURI()).toFile(), jars);
      }
    } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
      // No file of this host: the loader reads it in a way of its own.
    }
  }

  private static void add(File file, Set<File> jars) {
    if (!file.isFile() || !jars.add(file)) {
      return;
    }
    for (String named : classPath(file)) {
      try {
        add(file.toURI().resolve(named).toURL(), jars);
      } catch (IOException | IllegalArgumentException e) {
        // The class loader ignores what is no URL, too.
      }
    }
  }

  private static List<String> classPath(File file) {
    List<String> named = new ArrayList<>();
    try (JarFile jar = new JarFile(file)) {
      Manifest manifest = jar.getManifest();
      String line =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      if (line != null) {
        StringTokenizer parts = new StringTokenizer(line);
        while (parts.hasMoreTokens()) {
          named.add(parts.nextToken());
        }
      }
    } catch (IOException e) {
      // No jar: it holds nothing that could be found.
    }
    return named;
  }
}
