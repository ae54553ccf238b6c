package io.rpcstress.message;

import io.rpcstress.contract.Encoding;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.cbor.CBORMapper;

/**
 * A message that a user made a pack of: samples, and generated code for each encoding. Opening one
 * runs the code in it. Immutable; safe for many threads.
 */
public final class MessagePack implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
  private static final CBORMapper CBOR = new CBORMapper();

  private final Path file;
  private final String hash;
  private final PackDescription description;
  private final URLClassLoader classes;

  private MessagePack(Path file, String hash, PackDescription description, URLClassLoader classes) {
    this.file = file;
    this.hash = hash;
    this.description = description;
    this.classes = classes;
  }

  /**
   * Opens a pack.
   *
   * @throws IOException saying in one line why the file is none that can be used here
   */
  public static MessagePack open(Path file) throws IOException {
    PackDescription description =
        description(file); // says what a file lacks, or that there is none
    byte[] bytes = Files.readAllBytes(file);
    URLClassLoader classes =
        new URLClassLoader(new URL[] {file.toUri().toURL()}, MessagePack.class.getClassLoader());
    return new MessagePack(file, sha256(bytes), description, classes);
  }

  private static PackDescription description(Path file) throws IOException {
    PackDescription description;
    try (ZipFile zip = new ZipFile(file.toFile())) {
      description = JSON.readValue(entry(zip, PackDescription.ENTRY), PackDescription.class);
    } catch (IOException | JacksonException e) {
      throw new IOException(
          "%s is no message pack (make one by `client-harness message SAMPLE.json`)"
              .formatted(file),
          e);
    }
    if (description.format() != PackDescription.FORMAT) {
      throw new IOException(
          "%s has format %d, and this version reads %d: make the pack anew"
              .formatted(file, description.format(), PackDescription.FORMAT));
    }
    return description;
  }

  private static byte[] entry(ZipFile zip, String name) throws IOException {
    ZipEntry entry = zip.getEntry(name);
    if (entry == null) {
      throw new IOException("no " + name + " in it");
    }
    return zip.getInputStream(entry).readAllBytes();
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  /** Lower-case letters, digits, dashes. */
  public String name() {
    return description.name();
  }

  /** SHA-256 of the file, 64 hexadecimal digits: equal packs have equal hashes. */
  public String hash() {
    return hash;
  }

  /**
   * The message in one encoding.
   *
   * @throws IOException if the pack is damaged
   */
  public MessageCodec codec(Encoding encoding) throws IOException {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      List<byte[]> requests = samples(entry(zip, PackDescription.requestsEntry(encoding)));
      ObjectCodec request = codec(encoding, description.requests());
      Map<String, String> replies = description.replies();
      if (replies == null) {
        return new MessageCodec(request, requests, request, null);
      }
      byte[] reply = entry(zip, PackDescription.replyEntry(encoding));
      return new MessageCodec(request, requests, codec(encoding, replies), reply);
    } catch (ClassNotFoundException | LinkageError | IOException e) {
      throw new IOException("%s is damaged: %s".formatted(file, e), e);
    }
  }

  private ObjectCodec codec(Encoding encoding, Map<String, String> names)
      throws ClassNotFoundException, IOException {
    @Nullable String name = names.get(encoding.label());
    if (name == null) {
      throw new IOException("no class for " + encoding.label());
    }
    return codec(encoding, Class.forName(name, true, classes));
  }

  static ObjectCodec codec(Encoding encoding, Class<?> type) {
    return switch (encoding) {
      case JSON -> new JacksonCodec(JSON, type);
      case CBOR -> new JacksonCodec(CBOR, type);
      case PROTOBUF -> new ProtobufCodec(type);
      case AVRO -> new AvroCodec(type);
      case JAVA -> new SerializationCodec(type);
    };
  }

  /** Each sample stands behind its length, four bytes. */
  private static List<byte[]> samples(byte[] bytes) throws IOException {
    List<byte[]> samples = new ArrayList<>();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      while (in.available() > 0) {
        byte[] sample = new byte[in.readInt()];
        in.readFully(sample);
        samples.add(sample);
      }
    }
    return samples;
  }

  /** Ends the use of its classes. */
  @Override
  public void close() throws IOException {
    classes.close();
  }
}
