package io.rpcstress.pack;

import io.rpcstress.contract.Encoding;
import io.rpcstress.contract.MessageCodec;
import io.rpcstress.contract.MessagePack;
import io.rpcstress.contract.PrintableText;
import io.rpcstress.pack.Input.Side;
import io.rpcstress.pack.Input.TypedSample;
import io.rpcstress.pack.Shape.Entries;
import io.rpcstress.pack.Shape.Field;
import io.rpcstress.pack.Shape.Fields;
import io.rpcstress.pack.Shape.Items;
import io.rpcstress.usage.Build;
import io.rpcstress.usage.ShellWords;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.logging.LogManager;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a message pack. */
@Command(
    name = "client-harness message",
    mixinStandardHelpOptions = true,
    versionProvider = MessagePackProgram.Version.class,
    sortOptions = false,
    description = {
      "Makes a pack of your own message, which run, rate and sweeps can then measure in each "
          + "encoding.",
      "SAMPLE is a .json file with one object or several (each call takes the next), or a .proto "
          + "(proto3) with --type and --sample. Generates and compiles a Java record, Protobuf "
          + "classes and Avro records. This needs a JDK; the hosts that run the pack do not."
    },
    exitCodeListHeading = "%nExit codes: ",
    exitCodeList = {
      "0:the pack is written",
      "1:the pack could not be written",
      "2:misuse, or unusable input"
    },
    footer = {
      "",
      "Examples:",
      "  client-harness message order.json --reply receipt.json",
      "  client-harness message shop.proto --type shop.Order --sample order.json",
      "  client-harness message order.pack.jar --time"
    })
public final class MessagePackProgram implements Callable<Integer> {
  /** No {@link Identifiers} has an underscore: no field can stand before it. */
  private static final String ROOT_PACKAGE = "packed_message";

  private static final int MISUSE = 2;
  private static final int MAX_ERROR_CHARS = 500;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "SAMPLE",
      description = "samples (.json), a schema (.proto), or a pack (with --time)")
  private Path source = Path.of("");

  @Option(
      names = "--reply",
      paramLabel = "FILE",
      description = "a .json with the reply to every request (default: the request is the reply)")
  private @Nullable Path reply;

  @Option(
      names = "--type",
      paramLabel = "NAME",
      description = "name of the request's message in the .proto, such as shop.Order")
  private @Nullable String type;

  @Option(
      names = "--sample",
      paramLabel = "FILE",
      description = "file with the requests for --type, as JSON")
  private @Nullable Path sample;

  @Option(
      names = "--reply-type",
      paramLabel = "NAME",
      description = "name of the reply's message in the .proto, such as shop.Receipt")
  private @Nullable String replyType;

  @Option(
      names = "--reply-sample",
      paramLabel = "FILE",
      description = "file with the reply for --reply-type, as JSON")
  private @Nullable Path replySample;

  @Option(
      names = "--proto-path",
      paramLabel = "DIR",
      description = "folder of the .proto's imports, besides its own; may be repeated")
  private List<Path> protoPaths = List.of();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "the pack (default: <name of SAMPLE>.pack.jar in this folder)")
  private @Nullable Path out;

  @Option(
      names = "--time",
      description =
          "measure how long the codecs of SAMPLE, a pack, take by themselves (with JMH); make no "
              + "pack")
  private boolean isTimed;

  public static void main(String[] args) {
    LogManager.getLogManager().reset(); // nothing that Avro logs is for a user
    System.exit(new CommandLine(new MessagePackProgram()).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path work = Files.createTempDirectory("message-pack");
    try {
      if (isTimed) {
        time();
        return CommandLine.ExitCode.OK;
      }
      String name = name();
      Path into = out == null ? Path.of(name + ".pack.jar") : out;
      make(name, into, work);
      return CommandLine.ExitCode.OK;
    } catch (UnusableInputException e) {
      printError("" + e.getMessage());
      return MISUSE;
    } catch (IOException e) {
      printError("the pack cannot be made: " + e.getMessage());
      return CommandLine.ExitCode.SOFTWARE;
    } finally {
      delete(work);
    }
  }

  private void time() throws IOException, UnusableInputException {
    if (spec.commandLine().getParseResult().matchedOptions().size() > 1) {
      throw new UnusableInputException(
          "--time takes a pack and no other option: leave the " + "others out");
    }
    try (MessagePack pack = opened(source)) {
      CodecTimes.DEFAULT.print(source, pack, spec.commandLine().getOut());
    }
  }

  private static MessagePack opened(Path pack) throws UnusableInputException {
    try {
      return MessagePack.open(pack);
    } catch (IOException e) {
      throw new UnusableInputException("" + e.getMessage(), e);
    }
  }

  private void printError(String text) {
    spec.commandLine().getErr().println("error: " + PrintableText.of(text, MAX_ERROR_CHARS));
  }

  static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }

  private String name() throws UnusableInputException {
    String name =
        source
            .getFileName()
            .toString()
            .replaceFirst("\\.[^.]*$", "")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-+|-+$", "");
    if (name.isEmpty()) {
      throw new UnusableInputException(
          source + ": the pack is named after this file, so its name needs a letter or a digit");
    }
    return name;
  }

  private void make(String name, Path into, Path work)
      throws IOException, InterruptedException, UnusableInputException {
    String packageName =
        ROOT_PACKAGE + "." + new Identifiers().field(name).toLowerCase(Locale.ROOT);
    Protoc protoc = Protoc.in(work);
    Input input = read(packageName, protoc, work);
    try (GeneratedCode code = GeneratedCode.of(input, packageName, protoc, work)) {
      PackFile.write(into, name, packageName, input, code);
    }
    print(input, into);
  }

  private Input read(String packageName, Protoc protoc, Path work)
      throws IOException, InterruptedException, UnusableInputException {
    if (!source.toString().endsWith(".proto")) {
      refuse(type, "--type");
      refuse(sample, "--sample");
      refuse(replyType, "--reply-type");
      refuse(replySample, "--reply-sample");
      return Input.ofSamples(source, reply, packageName, protoc, work);
    }
    if (!Files.isReadable(source)) {
      throw new UnusableInputException("cannot read " + source);
    }
    String requestType = type;
    Path requests = sample;
    if (requestType == null || requests == null) {
      throw new UnusableInputException(
          source + " needs --type (a message in it) and --sample (a JSON file of such messages)");
    }
    if (reply != null) {
      throw new UnusableInputException(
          "the reply of a .proto is given by --reply-type and " + "--reply-sample");
    }
    return Input.ofProto(
        source, protoPaths, new TypedSample(requestType, requests), typedReply(), protoc, work);
  }

  private @Nullable TypedSample typedReply() throws UnusableInputException {
    String ofReply = replyType;
    Path fileOfReply = replySample;
    if (ofReply == null && fileOfReply == null) {
      return null;
    }
    if (ofReply == null || fileOfReply == null) {
      throw new UnusableInputException("--reply-type and --reply-sample go together");
    }
    return new TypedSample(ofReply, fileOfReply);
  }

  private void refuse(@Nullable Object value, String option) throws UnusableInputException {
    if (value != null) {
      throw new UnusableInputException(option + " is for a .proto, and SAMPLE is " + source);
    }
  }

  private void print(Input input, Path pack) throws IOException {
    PrintWriter console = spec.commandLine().getOut();
    for (Side side : input.sides()) {
      int samples = side.samples().size();
      console.printf(
          "%s: %s, %d sample%s%n",
          side.role(), side.shape().typeName(), samples, samples == 1 ? "" : "s");
      printFields(console, side.shape(), "  ", new HashSet<>());
    }
    console.printf("%n%-10s %14s %12s%n", "encoding", "request bytes", "reply bytes");
    try (MessagePack opened = MessagePack.open(pack)) {
      for (Encoding encoding : Encoding.values()) {
        MessageCodec codec = opened.codec(encoding);
        console.printf(
            "%-10s %,14d %,12d%n", encoding.label(), codec.requestBytes(), codec.replyBytes());
      }
      console.printf("%npack: %s, SHA-256 %s%n", pack, opened.hash());
    }
    console.printf(
        "next: ./sweep.sh --local --message %s --encoding json,protobuf --protocols grpc,thrift"
            + " --threads 10 --duration 1s --until-steady --warmup-cap 15s --repeat 3%n"
            + "or at your rate: ./sweep.sh --local --message %s"
            + " --protocols grpc@tuned/protobuf,http-json@tuned/json --rate 200 --full-speed 5s"
            + " --warmup 2s --duration 10s --repeat 5 --out results/mine%n"
            + "then, with your limit: java -jar %s report results/mine --rate 200 --p99 20ms%n",
        ShellWords.quoted(pack.toString()),
        ShellWords.quoted(pack.toString()),
        ShellWords.quoted(Build.jar("analysis")));
    console.flush();
  }

  private static void printFields(
      PrintWriter console, Fields shape, String indent, Set<Fields> above) {
    if (!above.add(shape)) {
      console.println(indent + "(again)");
      return;
    }
    for (Field each : shape.fields()) {
      Shape part = each.shape();
      console.printf(
          "%s%s: %s%s%n",
          indent, PrintableText.of(each.key()), part.words(), each.optional() ? ", optional" : "");
      while (part instanceof Items || part instanceof Entries) {
        part = part instanceof Items items ? items.item() : ((Entries) part).value();
      }
      if (part instanceof Fields nested) {
        printFields(console, nested, indent + "  ", above);
      }
    }
    above.remove(shape);
  }

  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return Build.lines("message-pack", MessagePackProgram.class);
    }
  }
}
