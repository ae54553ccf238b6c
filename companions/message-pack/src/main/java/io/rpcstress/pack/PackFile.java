package io.rpcstress.pack;

import io.rpcstress.contract.Encoding;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.MessageCodec;
import io.rpcstress.contract.MessagePack;
import io.rpcstress.pack.Input.Side;
import io.rpcstress.pack.codec.ObjectCodec;
import io.rpcstress.pack.codec.PackDescription;
import io.rpcstress.pack.codec.PackedCodecs;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.apache.avro.SchemaFormatter;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Writes the jar of a pack; equal input gives equal bytes. */
final class PackFile {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String SCHEMAS = "schemas/";
  private static final LocalDateTime ENTRY_TIME = LocalDateTime.of(2000, 1, 1, 0, 0);

  private final String name;
  private final String packageName;
  private final GeneratedCode code;
  private final TreeMap<String, byte[]> entries = new TreeMap<>();

  private PackFile(String name, String packageName, GeneratedCode code) {
    this.name = name;
    this.packageName = packageName;
    this.code = code;
  }

  /** Writes a pack and opens it once, as both hosts will; on failure there is no file. */
  static void write(Path into, String name, String packageName, Input input, GeneratedCode code)
      throws IOException, UnusableInputException {
    PackFile pack = new PackFile(name, packageName, code);
    pack.addSamples(input);
    pack.addSchemas(input);
    pack.addClasses();
    Path part = into.resolveSibling(into.getFileName() + ".part");
    try {
      Files.write(part, pack.jar());
      check(part);
      Files.move(part, into, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private void addSamples(Input input) throws IOException, UnusableInputException {
    Map<Encoding, List<byte[]>> requests = encoded(input.request());
    requests.forEach(
        (encoding, samples) ->
            entries.put(PackDescription.requestsEntry(encoding), withLengths(samples)));
    @Nullable Side reply = input.reply();
    if (reply != null) {
      encoded(reply)
          .forEach(
              (encoding, samples) ->
                  entries.put(PackDescription.replyEntry(encoding), samples.get(0)));
    }
    PackDescription description =
        new PackDescription(classNames(input.request()), reply == null ? null : classNames(reply));
    entries.put(PackDescription.ENTRY, JSON.writeValueAsBytes(description));
  }

  /** For a reader of the pack: neither host needs them. */
  private void addSchemas(Input input) throws IOException {
    for (String each : input.protos()) {
      entries.put(SCHEMAS + each, Files.readAllBytes(input.file(each)));
    }
    for (Side side : input.sides()) {
      entries.put(
          SCHEMAS + side.role() + ".avsc",
          SchemaFormatter.format("json/pretty", GeneratedCode.avro(packageName, side).schema())
              .getBytes(StandardCharsets.UTF_8));
    }
  }

  private static byte[] withLengths(List<byte[]> samples) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      for (byte[] each : samples) {
        out.writeInt(each.length);
        out.write(each);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e); // nothing is written but memory
    }
    return bytes.toByteArray();
  }

  private String javaClass(Side side) {
    return packageName + "." + side.role() + "." + side.shape().typeName();
  }

  private Map<String, String> classNames(Side side) throws IOException, UnusableInputException {
    String java = javaClass(side);
    return new TreeMap<>(
        Map.of(
            Encoding.JSON.label(), java,
            Encoding.CBOR.label(), java,
            Encoding.JAVA.label(), java,
            Encoding.PROTOBUF.label(), code.protobufClass(side.proto()),
            Encoding.AVRO.label(),
                packageName + ".avro." + side.role() + "." + side.shape().typeName()));
  }

  private Map<Encoding, List<byte[]>> encoded(Side side)
      throws IOException, UnusableInputException {
    Class<?> java = code.load(javaClass(side));
    Map<Encoding, List<byte[]>> encoded = new EnumMap<>(Encoding.class);
    encoded.put(Encoding.PROTOBUF, side.protobuf());
    List<byte[]> binary = new ArrayList<>();
    AvroSource avro = GeneratedCode.avro(packageName, side);
    for (JsonNode sample : side.samples()) {
      binary.add(avro.encode(sample));
    }
    encoded.put(Encoding.AVRO, binary);
    for (Encoding each : List.of(Encoding.JSON, Encoding.CBOR, Encoding.JAVA)) {
      ObjectCodec codec = PackedCodecs.codec(each, java);
      List<byte[]> all = new ArrayList<>();
      for (JsonNode sample : side.samples()) {
        all.add(codec.encode(JSON.treeToValue(sample, java)));
      }
      encoded.put(each, all);
    }
    for (Map.Entry<Encoding, List<byte[]>> each : encoded.entrySet()) {
      int largest = each.getValue().stream().mapToInt(bytes -> bytes.length).max().orElse(0);
      if (largest > Message.MAX_BYTES) {
        throw new UnusableInputException(
            "a %s has %,d bytes in %s: at most %,d expected"
                .formatted(side.role(), largest, each.getKey().label(), Message.MAX_BYTES));
      }
    }
    return encoded;
  }

  private void addClasses() throws IOException {
    entries.putAll(PackRuntime.entries());
    Path folder = code.classes();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        entries.put(folder.relativize(each).toString(), Files.readAllBytes(each));
      }
    }
  }

  private byte[] jar() throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MULTI_RELEASE, "true"); // as some of the libraries are
    attributes.putValue(MessagePack.LAYOUT_ATTRIBUTE, "" + MessagePack.LAYOUT);
    attributes.putValue(MessagePack.NAME_ATTRIBUTE, name);
    ByteArrayOutputStream manifestBytes = new ByteArrayOutputStream();
    manifest.write(manifestBytes);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarOutputStream jar = new JarOutputStream(bytes)) {
      add(jar, "META-INF/MANIFEST.MF", manifestBytes.toByteArray());
      for (Map.Entry<String, byte[]> each : entries.entrySet()) {
        add(jar, each.getKey(), each.getValue());
      }
    }
    return bytes.toByteArray();
  }

  private static void add(JarOutputStream jar, String name, byte[] bytes) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(ENTRY_TIME);
    jar.putNextEntry(entry);
    jar.write(bytes);
    jar.closeEntry();
  }

  /** Every sample has to come back from every encoding as it went. */
  private static void check(Path file) throws IOException, UnusableInputException {
    try (MessagePack pack = MessagePack.open(file)) {
      for (Encoding encoding : Encoding.values()) {
        MessageCodec codec = pack.codec(encoding);
        for (Object each : codec.requests()) {
          byte[] bytes = codec.encodeRequest(each);
          Object back = codec.decodeRequest(bytes);
          if (!back.equals(each) || !Arrays.equals(bytes, codec.encodeRequest(back))) {
            throw new UnusableInputException(
                "a sample is not the same after %s has encoded and decoded it"
                    .formatted(encoding.label()));
          }
        }
      }
    }
  }
}
