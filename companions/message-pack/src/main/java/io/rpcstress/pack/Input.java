package io.rpcstress.pack;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import io.rpcstress.pack.Shape.Fields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a pack is made from, read: its sides, and the .proto files that describe them.
 *
 * @param sides what a call sends, and behind it what it gets, unless the request comes back
 * @param protos names of the files under these paths, imports among them
 */
record Input(List<Side> sides, List<Path> paths, List<String> protos) {

  Input {
    sides = List.copyOf(sides);
    paths = List.copyOf(paths);
    protos = List.copyOf(protos);
  }

  /** The samples of a message of the user's own .proto. */
  record TypedSample(String type, Path sample) {}

  private record Found(String role, Fields shape, List<JsonNode> samples) {

    static Found in(String role, Path file, List<JsonNode> samples) throws UnusableInputException {
      String name = file.getFileName().toString().replaceFirst("\\.[^.]*$", "");
      return new Found(role, new ShapeInference().of(name, samples), samples);
    }

    private String protoPackage(String packageName) {
      return packageName + ".protobuf." + role;
    }

    String writeProto(Path folder, String packageName) throws IOException {
      String name = role + ".proto";
      Files.writeString(folder.resolve(name), ProtoText.of(protoPackage(packageName), shape));
      return name;
    }

    Side side(ProtoFiles files, String packageName) throws UnusableInputException {
      Descriptor type = files.message(protoPackage(packageName) + "." + shape.typeName());
      List<byte[]> protobuf =
          samples.stream()
              .map(each -> ProtoValues.ofShape(shape, type, each).toByteArray())
              .toList();
      return new Side(role, shape, type, samples, protobuf);
    }
  }

  /** What a call sends. */
  Side request() {
    return sides.get(0);
  }

  /** What it gets; null where the request comes back. */
  @Nullable Side reply() {
    return sides.size() == 1 ? null : sides.get(1);
  }

  /** The file of one of {@link #protos}: where protoc finds it first. */
  Path file(String proto) throws IOException {
    return paths.stream()
        .map(each -> each.resolve(proto))
        .filter(Files::isRegularFile)
        .findFirst()
        .orElseThrow(() -> new NoSuchFileException(proto));
  }

  /** Reads samples whose shape has to be found. */
  static Input ofSamples(
      Path request, @Nullable Path reply, String packageName, Protoc protoc, Path work)
      throws IOException, InterruptedException, UnusableInputException {
    List<Found> found = new ArrayList<>();
    found.add(Found.in("request", request, SampleReader.read(request)));
    if (reply != null) {
      found.add(Found.in("reply", reply, oneReply(reply)));
    }
    Path folder = Files.createDirectories(work.resolve("proto"));
    List<String> protos = new ArrayList<>();
    for (Found each : found) {
      protos.add(each.writeProto(folder, packageName));
    }
    ProtoFiles files = described(protoc, List.of(folder), protos, work);
    List<Side> sides = new ArrayList<>();
    for (Found each : found) {
      sides.add(each.side(files, packageName));
    }
    return new Input(sides, List.of(folder), protos);
  }

  /** Reads samples of messages that a .proto declares. */
  static Input ofProto(
      Path proto,
      List<Path> otherPaths,
      TypedSample request,
      @Nullable TypedSample reply,
      Protoc protoc,
      Path work)
      throws IOException, InterruptedException, UnusableInputException {
    List<Path> paths = new ArrayList<>();
    paths.add(folderOf(proto));
    paths.addAll(otherPaths);
    ProtoFiles files = described(protoc, paths, List.of(proto.getFileName().toString()), work);
    List<Side> sides = new ArrayList<>();
    sides.add(sideOfProto("request", request, SampleReader.read(request.sample()), files));
    if (reply != null) {
      sides.add(sideOfProto("reply", reply, oneReply(reply.sample()), files));
    }
    return new Input(sides, paths, files.ownNames());
  }

  /** Where imports of a file are looked for first. */
  static Path folderOf(Path proto) {
    Path folder = proto.toAbsolutePath().getParent();
    return folder == null ? Path.of(".") : folder;
  }

  private static List<JsonNode> oneReply(Path reply) throws UnusableInputException {
    List<JsonNode> replies = SampleReader.read(reply);
    if (replies.size() > 1) {
      throw new UnusableInputException(
          "%s has %d objects: one reply expected, which answers every request"
              .formatted(reply, replies.size()));
    }
    return replies;
  }

  static ProtoFiles described(Protoc protoc, List<Path> paths, List<String> protos, Path work)
      throws IOException, InterruptedException, UnusableInputException {
    Path described = work.resolve("described");
    protoc.run(paths, List.of("--include_imports", "--descriptor_set_out=" + described), protos);
    return ProtoFiles.read(described);
  }

  private static Side sideOfProto(
      String role, TypedSample typed, List<JsonNode> written, ProtoFiles files)
      throws UnusableInputException {
    Descriptor type = files.message(typed.type());
    Fields shape = new ProtoShape().of(type);
    List<JsonNode> samples = new ArrayList<>();
    List<byte[]> protobuf = new ArrayList<>();
    for (JsonNode each : written) {
      DynamicMessage message =
          ProtoValues.parse(type, each, typed.sample().getFileName().toString());
      samples.add(ProtoValues.json(shape, message));
      protobuf.add(message.toByteArray());
    }
    return new Side(role, shape, type, samples, protobuf);
  }

  /**
   * The request or the reply of a pack.
   *
   * @param proto the same as a Protobuf message
   * @param protobuf the same samples in Protobuf's encoding
   */
  record Side(
      String role, Fields shape, Descriptor proto, List<JsonNode> samples, List<byte[]> protobuf) {

    Side {
      samples = List.copyOf(samples);
      protobuf = List.copyOf(protobuf);
    }
  }
}
