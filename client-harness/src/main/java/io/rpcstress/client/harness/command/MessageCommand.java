package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.process.JarFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * {@code message}: passes its arguments on to the program that makes message packs, which is a jar
 * of its own, since it has compilers in it that no measuring host needs.
 */
@Command(
    name = MessageCommand.NAME,
    header = "Makes a pack of your own message, from a sample or a .proto.")
final class MessageCommand implements Callable<Integer> {
  static final String NAME = "message";

  private static final String JAR = "message-pack.jar";
  private static final Path IN_CHECKOUT = Path.of("companions", "message-pack", "target", JAR);

  @Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", jar().toString()));
    command.addAll(arguments);
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }

  private static Path jar() {
    Path harness = JarFacts.location();
    Path beside = harness.resolveSibling(JAR);
    if (Files.isRegularFile(beside)) {
      return beside;
    }
    Path built = harness.resolve("../../..").normalize().resolve(IN_CHECKOUT);
    if (Files.isRegularFile(built)) {
      return built;
    }
    throw new Misuse(
        "%s is missing: put it beside %s, or build it by `mvn -DskipTests package`"
            .formatted(JAR, harness.getFileName()));
  }
}
