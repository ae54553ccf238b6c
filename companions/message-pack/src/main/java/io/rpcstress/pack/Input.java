package io.rpcstress.pack;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import io.rpcstress.pack.Shape.Fields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a pack is made from, read: its sides, and the .proto files that describe them.
 *
 * @param request what a call sends
 * @param reply what it gets; null where the request comes back
 * @param paths where protoc looks for files
 * @param protos names of the files under these paths, imports among them
 */
record Input(Side request, @Nullable Side reply, List<Path> paths, List<String> protos) {

  /** The samples of a message of the user's own .proto. */
  record TypedSample(String type, Path sample) {}

  List<Side> sides() {
    Side other = reply;
    return other == null ? List.of(request) : List.of(request, other);
  }

  /** Reads samples whose shape has to be found. */
  static Input ofSamples(
      Path request, @Nullable Path reply, String packageName, Protoc protoc, Path work)
      throws IOException, InterruptedException, UnusableInputException {
    Path folder = Files.createDirectories(work.resolve("proto"));
    List<String> protos = new ArrayList<>();
    List<JsonNode> requests = SampleReader.read(request);
    Fields requestShape = new ShapeInference().of(rootName(request), requests);
    protos.add(writeProto(folder, "request", packageName, requestShape));
    List<JsonNode> replies = List.of();
    @Nullable Fields replyShape = null;
    if (reply != null) {
      replies = oneReply(reply);
      replyShape = new ShapeInference().of(rootName(reply), replies);
      protos.add(writeProto(folder, "reply", packageName, replyShape));
    }
    ProtoFiles files = described(protoc, List.of(folder), protos, work);
    return new Input(
        sideOfShape("request", requestShape, requests, files, packageName),
        replyShape == null ? null : sideOfShape("reply", replyShape, replies, files, packageName),
        List.of(folder),
        protos);
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
    Path folder = proto.toAbsolutePath().getParent();
    paths.add(folder == null ? Path.of(".") : folder);
    paths.addAll(otherPaths);
    ProtoFiles files = described(protoc, paths, List.of(proto.getFileName().toString()), work);
    return new Input(
        sideOfProto("request", request, SampleReader.read(request.sample()), files),
        reply == null ? null : sideOfProto("reply", reply, oneReply(reply.sample()), files),
        paths,
        files.ownNames());
  }

  private static String rootName(Path sample) {
    return sample.getFileName().toString().replaceFirst("\\.[^.]*$", "");
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

  private static String writeProto(Path folder, String role, String packageName, Fields shape)
      throws IOException {
    String name = role + ".proto";
    Files.writeString(folder.resolve(name), ProtoText.of(protoPackage(packageName, role), shape));
    return name;
  }

  private static String protoPackage(String packageName, String role) {
    return packageName + ".protobuf." + role;
  }

  private static ProtoFiles described(
      Protoc protoc, List<Path> paths, List<String> protos, Path work)
      throws IOException, InterruptedException, UnusableInputException {
    Path described = work.resolve("described");
    protoc.run(paths, List.of("--include_imports", "--descriptor_set_out=" + described), protos);
    return ProtoFiles.read(described);
  }

  private static Side sideOfShape(
      String role, Fields shape, List<JsonNode> samples, ProtoFiles files, String packageName)
      throws UnusableInputException {
    Descriptor type = files.message(protoPackage(packageName, role) + "." + shape.typeName());
    List<byte[]> protobuf = new ArrayList<>();
    for (JsonNode each : samples) {
      protobuf.add(ProtoValues.ofShape(shape, type, each).toByteArray());
    }
    return new Side(role, shape, type, samples, protobuf);
  }

  private static Side sideOfProto(
      String role, TypedSample typed, List<JsonNode> written, ProtoFiles files)
      throws UnusableInputException {
    Descriptor type = files.message(typed.type());
    Fields shape = new ProtoShape().of(type);
    List<JsonNode> samples = new ArrayList<>();
    List<byte[]> protobuf = new ArrayList<>();
    for (JsonNode each : written) {
      DynamicMessage message = ProtoValues.parse(type, each);
      samples.add(ProtoValues.json(shape, message));
      protobuf.add(message.toByteArray());
    }
    return new Side(role, shape, type, samples, protobuf);
  }
}
