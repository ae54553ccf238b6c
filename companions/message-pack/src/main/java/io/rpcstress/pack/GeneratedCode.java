package io.rpcstress.pack;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.GeneratedMessage;
import io.rpcstress.pack.Input.Side;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.apache.avro.compiler.specific.SpecificCompiler;
import org.apache.avro.generic.GenericData;

/** The code of a pack: generated, compiled and loaded. To be closed. */
record GeneratedCode(Path classes, URLClassLoader loader) implements AutoCloseable {
  private static final String RELEASE = "17"; // both hosts may have an older Java than this one

  static GeneratedCode of(Input input, String packageName, Protoc protoc, Path work)
      throws IOException, InterruptedException, UnusableInputException {
    Path sources = Files.createDirectories(work.resolve("sources"));
    Path classes = Files.createDirectories(work.resolve("classes"));
    protoc.run(input.paths(), List.of("--java_out=" + sources), input.protos());
    for (Side side : input.sides()) {
      String ofSide = packageName + "." + side.role();
      Path folder = Files.createDirectories(sources.resolve(ofSide.replace('.', '/')));
      Files.writeString(
          folder.resolve(side.shape().typeName() + ".java"), JavaSource.of(ofSide, side.shape()));
      SpecificCompiler avro = new SpecificCompiler(avro(packageName, side).schema());
      avro.setStringType(GenericData.StringType.String);
      avro.setFieldVisibility(SpecificCompiler.FieldVisibility.PRIVATE);
      avro.compileToDestination(null, sources.toFile());
    }
    compile(sources, classes);
    return new GeneratedCode(classes, new URLClassLoader(new URL[] {classes.toUri().toURL()}));
  }

  static AvroSource avro(String packageName, Side side) {
    return new AvroSource(packageName + ".avro." + side.role(), side.shape());
  }

  private static void compile(Path sources, Path classes)
      throws IOException, UnusableInputException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new UnusableInputException(
          "this Java has no compiler: make the pack with a JDK; the hosts need none");
    }
    StringWriter output = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "-d",
              classes.toString(),
              "-classpath",
              System.getProperty("java.class.path"),
              "--release",
              RELEASE,
              "-proc:none",
              "-nowarn");
      boolean ok =
          compiler
              .getTask(
                  output,
                  files,
                  null,
                  options,
                  null,
                  files.getJavaFileObjectsFromPaths(filesIn(sources, ".java")))
              .call();
      if (!ok) {
        throw new UnusableInputException(
            "the generated code does not compile, since the message is too large or has an"
                + " unexpected name: "
                + output.toString().lines().findFirst().orElse(""));
      }
    }
  }

  private static List<Path> filesIn(Path folder, String suffix) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(each -> each.toString().endsWith(suffix)).sorted().toList();
    }
  }

  Class<?> load(String name) throws IOException, UnusableInputException {
    try {
      return Class.forName(name, true, loader);
    } catch (SecurityException e) {
      throw new UnusableInputException(name + ": " + e.getMessage(), e);
    } catch (ClassNotFoundException | LinkageError e) {
      throw new IOException("generated class " + name + ": " + e, e);
    }
  }

  String protobufClass(Descriptor type) throws IOException, UnusableInputException {
    for (Path each : filesIn(classes, type.getName() + ".class")) {
      String path = classes.relativize(each).toString();
      String name = path.substring(0, path.length() - ".class".length()).replace('/', '.');
      Class<?> loaded = load(name);
      if (GeneratedMessage.class.isAssignableFrom(loaded)
          && descriptor(loaded).getFullName().equals(type.getFullName())) {
        return name;
      }
    }
    throw new IOException("protoc generated no class for " + type.getFullName());
  }

  private static Descriptor descriptor(Class<?> message) throws IOException {
    try {
      return (Descriptor) message.getMethod("getDescriptor").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IOException(message.getName() + ": " + e, e);
    }
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
