package io.rpcstress.client.harness.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.client.harness.command.OwnServiceOptions.Called;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.OwnService;
import io.rpcstress.client.harness.plan.OwnService.Given;
import io.rpcstress.contract.OwnCall;
import io.rpcstress.contract.PrintableText;
import io.rpcstress.driver.Address;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A service of the user's with gRPC, as options name it. Another program makes bytes of its
 * samples, which has a compiler of .proto files in it. Stateless.
 */
final class OwnTarget {
  private static final String TECHNOLOGY = "own-grpc";
  private static final String ENCRYPTED = OwnServiceOptions.HTTPS + "://";
  private static final String PROGRAM = "io.rpcstress.pack.CallProgram";

  private OwnTarget() {}

  static Called called(OwnServiceOptions options) {
    String target = String.valueOf(options.target);
    boolean encrypts = target.startsWith(ENCRYPTED);
    Address address;
    try {
      address = Address.parse(encrypts ? target.substring(ENCRYPTED.length()) : target);
    } catch (IllegalArgumentException e) {
      throw new Misuse(OwnServiceOptions.TARGET + " " + PrintableText.of("" + e.getMessage()));
    }
    String call = options.call;
    if (call == null) {
      throw new Misuse(
          "%s %s needs %s SERVICE/METHOD, and %s FILE or %s FILE that declares it"
              .formatted(
                  OwnServiceOptions.TARGET,
                  target,
                  OwnServiceOptions.CALL,
                  OwnServiceOptions.PROTO,
                  OwnServiceOptions.PROTOSET));
    }
    if ((options.proto == null) == (options.protoset == null)) {
      throw new Misuse(
          "either %s FILE or %s FILE expected"
              .formatted(OwnServiceOptions.PROTO, OwnServiceOptions.PROTOSET));
    }
    String authority = options.authority(encrypts);
    List<Given> files = files(options, call);
    List<Given> words = new ArrayList<>(List.of(new Given(OwnServiceOptions.TARGET, target)));
    words.addAll(files);
    add(words, OwnServiceOptions.CA, authority);
    options.headers().forEach(each -> words.add(new Given(OwnService.HEADER, each)));
    OwnService service =
        new OwnService(
            TECHNOLOGY,
            words,
            call,
            "",
            null,
            options.headers(),
            "",
            requests(call, files),
            List.of(),
            encrypts,
            authority);
    return new Called(service, OwnServiceOptions.known(OwnServiceOptions.TARGET, address));
  }

  private static List<Given> files(OwnServiceOptions options, String call) {
    List<Given> words = new ArrayList<>(List.of(new Given(OwnServiceOptions.CALL, call)));
    add(words, OwnServiceOptions.PROTO, options.proto);
    options.protoPaths.forEach(each -> add(words, OwnServiceOptions.PROTO_PATH, each));
    add(words, OwnServiceOptions.PROTOSET, options.protoset);
    add(words, OwnService.SAMPLE, options.sample);
    return words;
  }

  private static void add(List<Given> words, String option, @Nullable String file) {
    if (file != null) {
      words.add(new Given(option, OwnServiceOptions.file(file)));
    }
  }

  private static List<byte[]> requests(String call, List<Given> files) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", MessageCommand.requiredJar().toString(), PROGRAM));
    files.forEach(each -> command.add(each.option() + "=" + each.value()));
    try {
      Process program = new ProcessBuilder(command).start();
      program.getOutputStream().close();
      List<String> lines = program.inputReader(UTF_8).lines().toList();
      String error = program.errorReader(UTF_8).lines().findFirst().orElse("no reason is given");
      if (program.waitFor() != 0) {
        throw new Misuse("%s: %s".formatted(OwnServiceOptions.CALL, PrintableText.of(error)));
      }
      return checked(call, lines.stream().map(Base64.getDecoder()::decode).toList());
    } catch (IOException e) {
      throw new Misuse("%s: %s".formatted(OwnServiceOptions.CALL, PrintableText.of("" + e)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Misuse(OwnServiceOptions.CALL + ": interrupted");
    }
  }

  private static List<byte[]> checked(String call, List<byte[]> requests) {
    long bytes = requests.stream().mapToLong(each -> each.length).sum();
    if (bytes > OwnCall.MAX_BYTES) {
      throw new Misuse(
          "%s %s: its samples have %,d bytes: at most %,d expected"
              .formatted(OwnServiceOptions.CALL, call, bytes, OwnCall.MAX_BYTES));
    }
    return requests;
  }
}
