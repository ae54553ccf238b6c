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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * The options of a service of the user's with gRPC. Another program makes bytes of its samples,
 * which has a compiler of .proto files in it.
 */
final class OwnTarget {
  static final String TARGET = "--target";
  static final String CALL = "--call";
  static final String PROTO = "--proto";
  static final String PROTO_PATH = "--proto-path";
  static final String PROTOSET = "--protoset";

  private static final String TECHNOLOGY = "own-grpc";
  private static final String ENCRYPTED = OwnServiceOptions.HTTPS + "://";
  private static final String PROGRAM = "io.rpcstress.pack.CallProgram";

  @Option(
      names = TARGET,
      paramLabel = "HOST:PORT",
      description =
          "A gRPC service of yours, which runs already. --call names one of its unary methods; "
              + "https://HOST:PORT uses TLS.")
  @Nullable String target;

  @Option(
      names = CALL,
      paramLabel = "SERVICE/METHOD",
      description = "For --target: the method to call, such as shop.Orders/Place.")
  @Nullable String call;

  @Option(
      names = PROTO,
      paramLabel = "FILE",
      description = "For --target: the .proto that declares the method.")
  @Nullable String proto;

  @Option(
      names = PROTO_PATH,
      paramLabel = "DIR",
      description = "For --proto: folder of its imports, besides its own; may be repeated.")
  List<String> protoPaths = List.of();

  @Option(
      names = PROTOSET,
      paramLabel = "FILE",
      description =
          "Instead of --proto: a file made by protoc --include_imports " + "--descriptor_set_out.")
  @Nullable String protoset;

  void check(CommandSpec command) {
    if (target == null) {
      OptionValues.refuse(
          command,
          "belongs to %s: give that, too".formatted(TARGET),
          CALL,
          PROTO,
          PROTO_PATH,
          PROTOSET);
    }
  }

  Called called(OwnServiceOptions shared) {
    String target = String.valueOf(this.target);
    boolean encrypts = target.startsWith(ENCRYPTED);
    Address address;
    try {
      address = Address.parse(encrypts ? target.substring(ENCRYPTED.length()) : target);
    } catch (IllegalArgumentException e) {
      throw new Misuse(TARGET + " " + PrintableText.of("" + e.getMessage()));
    }
    String call = this.call;
    if (call == null) {
      throw new Misuse(
          "%s %s needs %s SERVICE/METHOD, and %s FILE or %s FILE that declares it"
              .formatted(TARGET, target, CALL, PROTO, PROTOSET));
    }
    if ((proto == null) == (protoset == null)) {
      throw new Misuse("either %s FILE or %s FILE expected".formatted(PROTO, PROTOSET));
    }
    String authority = shared.authority(encrypts);
    List<Given> files = files(shared, call);
    List<Given> words = new ArrayList<>(List.of(new Given(TARGET, target)));
    words.addAll(files);
    add(words, OwnServiceOptions.CA, authority);
    shared.headers().forEach(each -> words.add(new Given(OwnService.HEADER, each)));
    OwnService service =
        new OwnService(
            TECHNOLOGY,
            words,
            call,
            "",
            null,
            shared.headers(),
            "",
            requests(call, files),
            List.of(),
            encrypts,
            authority);
    return new Called(service, OwnServiceOptions.known(TARGET, address));
  }

  private List<Given> files(OwnServiceOptions shared, String call) {
    List<Given> words = new ArrayList<>(List.of(new Given(CALL, call)));
    add(words, PROTO, proto);
    protoPaths.forEach(each -> add(words, PROTO_PATH, each));
    add(words, PROTOSET, protoset);
    add(words, OwnService.SAMPLE, shared.sample);
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
        throw new Misuse("%s: %s".formatted(CALL, PrintableText.of(error)));
      }
      return checked(call, lines.stream().map(Base64.getDecoder()::decode).toList());
    } catch (IOException e) {
      throw new Misuse("%s: %s".formatted(CALL, PrintableText.of("" + e)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Misuse(CALL + ": interrupted");
    }
  }

  private static List<byte[]> checked(String call, List<byte[]> requests) {
    long bytes = requests.stream().mapToLong(each -> each.length).sum();
    if (bytes > OwnCall.MAX_BYTES) {
      throw new Misuse(
          "%s %s: its samples have %,d bytes: at most %,d expected"
              .formatted(CALL, call, bytes, OwnCall.MAX_BYTES));
    }
    return requests;
  }
}
