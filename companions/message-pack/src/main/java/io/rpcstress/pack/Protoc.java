package io.rpcstress.pack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Protobuf's compiler: the one inside this jar, which is for the processor that the jar was built
 * on; on any other the one on the PATH.
 */
record Protoc(String program, Path wellKnown) {
  /** The jar's name of a processor by the JDK's. */
  private static final Map<String, String> PROCESSORS =
      Map.of("amd64", "x86_64", "x86_64", "x86_64", "aarch64", "aarch_64");

  /** What a .proto may import without having it. */
  private static final List<String> WELL_KNOWN =
      List.of(
          "any",
          "api",
          "descriptor",
          "duration",
          "empty",
          "field_mask",
          "source_context",
          "struct",
          "timestamp",
          "type",
          "wrappers");

  /** Puts the compiler, and what a .proto may import, into a folder of the caller's. */
  static Protoc in(Path folder) throws IOException {
    String program = "protoc";
    String packed = "/protoc/linux-" + PROCESSORS.get(System.getProperty("os.arch"));
    if (Protoc.class.getResource(packed) != null) {
      Path copied = folder.resolve("protoc");
      copy(packed, copied);
      Files.setPosixFilePermissions(copied, PosixFilePermissions.fromString("rwx------"));
      program = copied.toString();
    }
    Path wellKnown = Files.createDirectories(folder.resolve("include/google/protobuf"));
    for (String each : WELL_KNOWN) {
      copy(
          "/protoc/include/google/protobuf/" + each + ".proto", wellKnown.resolve(each + ".proto"));
    }
    return new Protoc(program, folder.resolve("include"));
  }

  private static Process start(List<String> command) throws UnusableInputException {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new UnusableInputException(
          "protoc cannot be run (%s): install protobuf-compiler".formatted(e.getMessage()), e);
    }
  }

  private static void copy(String resource, Path into) throws IOException {
    try (InputStream in = Protoc.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("the jar lacks " + resource);
      }
      Files.copy(in, into);
    }
  }

  void run(List<Path> paths, List<String> options, List<String> files)
      throws IOException, InterruptedException, UnusableInputException {
    List<String> command = new ArrayList<>();
    command.add(program);
    paths.forEach(each -> command.add("--proto_path=" + each));
    command.add("--proto_path=" + wellKnown);
    command.addAll(options);
    command.addAll(files);
    Process process = start(command);
    process.getOutputStream().close();
    String output;
    try (InputStream out = process.getInputStream()) {
      output = new String(out.readAllBytes(), StandardCharsets.UTF_8);
    }
    if (process.waitFor() != 0) {
      throw new UnusableInputException(
          output
              .lines()
              .filter(line -> !line.contains("warning:"))
              .findFirst()
              .orElse("protoc failed"));
    }
  }
}
