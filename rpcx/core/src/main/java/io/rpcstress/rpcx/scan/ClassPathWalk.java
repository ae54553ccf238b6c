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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.slf4j.LoggerFactory;

/**
 * The paper's recursive traversal: walks a package and all below it, in directories and jars, and
 * gives the classes that carry an annotation. A class file that does not mention the annotation is
 * not even loaded, so a walk costs little and never runs foreign static code. A class that cannot
 * be loaded (an optional library is not there) is left out, with a line in the log.
 */
public final class ClassPathWalk {
  private static final String CLASS = ".class";

  private final ClassLoader loader;
  private final Class<? extends Annotation> annotation;
  private final byte[] mark;
  private final Set<String> names = new HashSet<>();
  private final Set<String> jars = new HashSet<>();

  /** The real paths of the directories that are being walked: a link to one of them is a circle. */
  private final Deque<String> open = new ArrayDeque<>();

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
   * @throws UncheckedIOException if the class path cannot be read
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
          JarFile file = jar.getJarFile();
          jars.add(new File(file.getName()).getCanonicalPath());
          jar(file, folder + "/");
        }
      }
    }
    // A jar without entries for its folders is not among the roots.
    for (File file : JarFiles.of(loader)) {
      if (file.isFile() && jars.add(file.getCanonicalPath())) {
        try (JarFile jar = new JarFile(file)) {
          jar(jar, folder + "/");
        } catch (IOException e) {
          leftOut(file.getPath(), e);
        }
      }
    }
    return load();
  }

  private List<Class<?>> load() {
    List<String> sorted = new ArrayList<>(names);
    Collections.sort(sorted);
    List<Class<?>> classes = new ArrayList<>();
    for (String name : sorted) {
      try {
        Class<?> type = Class.forName(name, false, loader);
        if (type.isAnnotationPresent(annotation)) {
          classes.add(type);
        }
      } catch (ClassNotFoundException
          | LinkageError
          | TypeNotPresentException
          | ArrayStoreException e) {
        leftOut(name, e);
      }
    }
    return classes;
  }

  private static void leftOut(String what, Throwable why) {
    LoggerFactory.getLogger(ClassPathWalk.class)
        .warn("{} is left out of the scan: {}", what, why.toString());
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
    String real = directory.getCanonicalPath();
    if (files == null || open.contains(real)) {
      return;
    }
    open.push(real);
    for (File file : files) {
      String path = folder + "/" + file.getName();
      if (file.isDirectory()) {
        directory(file, path);
      } else if (path.endsWith(CLASS)) {
        try (InputStream in = new FileInputStream(file)) {
          look(path, in);
        } catch (IOException e) {
          leftOut(file.getPath(), e);
        }
      }
    }
    open.pop();
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
