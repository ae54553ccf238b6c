package io.rpcstress.rpcx.scan;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * The paper's recursive traversal: walks a package and all below it, in directories and jars, and
 * gives the classes that carry an annotation. A class file that does not mention the annotation is
 * not even loaded, so a walk costs little and never runs foreign static code.
 */
public final class ClassPathWalk {
  private static final String CLASS = ".class";

  private final ClassLoader loader;
  private final Class<? extends Annotation> annotation;
  private final byte[] mark;
  private final List<String> names = new ArrayList<>();

  private ClassPathWalk(ClassLoader loader, Class<? extends Annotation> annotation) {
    this.loader = loader;
    this.annotation = annotation;
    mark = annotation.descriptorString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Finds classes.
   *
   * @param packageName where to begin, such as {@code io.my.app}
   * @param annotation what they carry
   * @param loader whose class path is walked
   * @return the classes in alphabetical order, not initialised
   * @throws UncheckedIOException if a directory or jar cannot be read
   */
  public static List<Class<?>> find(
      String packageName, Class<? extends Annotation> annotation, ClassLoader loader) {
    ClassPathWalk walk = new ClassPathWalk(loader, annotation);
    try {
      return walk.find(packageName.replace('.', '/'));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot walk the class path below " + packageName, e);
    }
  }

  private List<Class<?>> find(String folder) throws IOException {
    Enumeration<URL> roots = loader.getResources(folder);
    while (roots.hasMoreElements()) {
      URL root = roots.nextElement();
      if ("file".equals(root.getProtocol())) {
        directory(new File(uri(root)), folder);
      } else {
        URLConnection connection = root.openConnection();
        if (connection instanceof JarURLConnection jar) {
          jar(jar.getJarFile(), folder + "/");
        }
      }
    }
    Collections.sort(names);
    List<Class<?>> classes = new ArrayList<>();
    for (String name : names) {
      try {
        Class<?> type = Class.forName(name, false, loader);
        if (type.isAnnotationPresent(annotation) && !classes.contains(type)) {
          classes.add(type);
        }
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(name + " was found but cannot be loaded", e);
      }
    }
    return classes;
  }

  private static URI uri(URL url) throws IOException {
    try {
      return url.toURI();
    } catch (URISyntaxException e) {
      throw new IOException("not a path: " + url, e);
    }
  }

  private void directory(File directory, String folder) throws IOException {
    File[] files = directory.listFiles();
    if (files == null) {
      return;
    }
    for (File file : files) {
      String path = folder + "/" + file.getName();
      if (file.isDirectory()) {
        directory(file, path);
      } else if (path.endsWith(CLASS)) {
        try (InputStream in = new FileInputStream(file)) {
          look(path, in);
        }
      }
    }
  }

  private void jar(JarFile jar, String folder) throws IOException {
    Enumeration<JarEntry> entries = jar.entries();
    while (entries.hasMoreElements()) {
      JarEntry entry = entries.nextElement();
      if (entry.getName().startsWith(folder) && entry.getName().endsWith(CLASS)) {
        try (InputStream in = jar.getInputStream(entry)) {
          look(entry.getName(), in);
        }
      }
    }
  }

  private void look(String path, InputStream in) throws IOException {
    if (mentions(in.readAllBytes())) {
      names.add(path.substring(0, path.length() - CLASS.length()).replace('/', '.'));
    }
  }

  private boolean mentions(byte[] bytes) {
    byte first = mark[0];
    for (int i = 0; i <= bytes.length - mark.length; i++) {
      if (bytes[i] == first && Arrays.equals(bytes, i, i + mark.length, mark, 0, mark.length)) {
        return true;
      }
    }
    return false;
  }
}
