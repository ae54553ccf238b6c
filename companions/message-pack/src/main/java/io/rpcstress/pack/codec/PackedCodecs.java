package io.rpcstress.pack.codec;

import io.rpcstress.contract.Encoding;
import io.rpcstress.contract.MessageCodec;
import io.rpcstress.contract.MessageCodecs;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.cbor.CBORMapper;

/** The codecs of the pack that this class is in. */
public final class PackedCodecs implements MessageCodecs {
  private static final JsonMapper JSON = new JsonMapper();
  private static final CBORMapper CBOR = new CBORMapper();

  @Override
  public MessageCodec codec(Encoding encoding) throws IOException {
    PackDescription description =
        JSON.readValue(entry(PackDescription.ENTRY), PackDescription.class);
    List<byte[]> requests = samples(entry(PackDescription.requestsEntry(encoding)));
    ObjectCodec request = codec(encoding, description.requests());
    Map<String, String> replies = description.replies();
    if (replies == null) {
      return PackedCodec.of(request, requests, request, null);
    }
    byte[] reply = entry(PackDescription.replyEntry(encoding));
    return PackedCodec.of(request, requests, codec(encoding, replies), reply);
  }

  private static byte[] entry(String name) throws IOException {
    try (InputStream entry = PackedCodecs.class.getResourceAsStream("/" + name)) {
      if (entry == null) {
        throw new IOException("no " + name + " in it");
      }
      return entry.readAllBytes();
    }
  }

  private static ObjectCodec codec(Encoding encoding, Map<String, String> names)
      throws IOException {
    @Nullable String name = names.get(encoding.label());
    if (name == null) {
      throw new IOException("no class for " + encoding.label());
    }
    try {
      return codec(encoding, Class.forName(name));
    } catch (ClassNotFoundException e) {
      throw new IOException("no class " + e.getMessage(), e);
    }
  }

  public static ObjectCodec codec(Encoding encoding, Class<?> type) {
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
}
