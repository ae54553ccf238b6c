package io.rpcstress.pack;

import com.google.protobuf.Descriptors.Descriptor;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/**
 * Prints the requests of a unary gRPC method as bytes in Base64, a line each. The harness starts it
 * before it measures: no measuring process has a compiler, or a message that is built of fields.
 */
@Command(name = "call")
public final class CallProgram implements Callable<Integer> {
  private static final int MISUSE = 2;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--proto")
  private @Nullable Path proto;

  @Option(names = "--proto-path")
  private List<Path> protoPaths = List.of();

  @Option(names = "--protoset")
  private @Nullable Path protoset;

  @Option(names = "--call", required = true)
  private String call = "";

  @Option(names = "--sample")
  private @Nullable Path sample;

  public static void main(String[] args) {
    System.exit(new CommandLine(new CallProgram()).execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path work = Files.createTempDirectory("call");
    try {
      PrintWriter out = spec.commandLine().getOut();
      for (byte[] each : requests(files(work).unaryRequest(call))) {
        out.println(Base64.getEncoder().encodeToString(each));
      }
      out.flush();
      return CommandLine.ExitCode.OK;
    } catch (UnusableInputException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return MISUSE;
    } finally {
      MessagePackProgram.delete(work);
    }
  }

  private ProtoFiles files(Path work)
      throws IOException, InterruptedException, UnusableInputException {
    Path given = protoset;
    Path source = proto;
    if (given != null) {
      return ProtoFiles.read(readable(given));
    }
    if (source == null) {
      throw new UnusableInputException("neither --proto nor --protoset is given");
    }
    List<Path> paths = new ArrayList<>();
    paths.add(Input.folderOf(readable(source)));
    paths.addAll(protoPaths);
    return Input.described(Protoc.in(work), paths, List.of(source.getFileName().toString()), work);
  }

  private static Path readable(Path file) throws UnusableInputException {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new UnusableInputException("cannot read " + file);
    }
    return file;
  }

  /** Without a sample the message whose fields all have their defaults. */
  private List<byte[]> requests(Descriptor type) throws UnusableInputException {
    Path file = sample;
    if (file == null) {
      return List.of(new byte[0]);
    }
    List<byte[]> requests = new ArrayList<>();
    for (JsonNode each : SampleReader.read(file)) {
      requests.add(ProtoValues.parse(type, each, file.getFileName().toString()).toByteArray());
    }
    return requests;
  }
}
