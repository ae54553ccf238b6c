package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.driver.Drivers;
import io.rpcstress.client.harness.plan.Misuse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code message}: passes its arguments on to the program that makes message packs, which is a jar
 * of its own, since it has compilers in it that no measuring host needs.
 */
@Command(
    name = MessageCommand.NAME,
    header = "Makes a pack of your own message, from a JSON sample or a .proto.")
final class MessageCommand extends HarnessCommand {
  static final String NAME = "message";

  private static final String JAR = "message-pack.jar";
  private static final Path IN_CHECKOUT = Path.of("companions", "message-pack", "target", JAR);

  @Parameters(arity = "0..*", paramLabel = "SAMPLE [options]")
  private List<String> arguments = new ArrayList<>();

  @Option(
      names = {"-h", "--help"},
      description = "Show the options of " + JAR + " and exit.")
  private boolean helpRequested;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Optional<Path> jar = jar();
    if (jar.isEmpty() && helpRequested) {
      spec.commandLine().usage(stdout);
      return ExitCode.OK;
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-jar");
    command.add(requiredJar().toString());
    if (helpRequested) {
      command.add("--help");
    }
    command.addAll(arguments);
    Process program =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.INHERIT)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (InputStream output = program.getInputStream()) {
      output.transferTo(stdout);
    }
    return program.waitFor();
  }

  static Path requiredJar() {
    return jar()
        .orElseThrow(
            () ->
                new Misuse(
                    JAR
                        + " is missing: put it beside client-harness.jar, or build it with `mvn "
                        + "-DskipTests package`"));
  }

  private static Optional<Path> jar() {
    Path harness = Drivers.program();
    Path beside = harness.resolveSibling(JAR);
    Path built = harness.resolve("../../..").normalize().resolve(IN_CHECKOUT);
    return List.of(beside, built).stream().filter(Files::isRegularFile).findFirst();
  }
}
