package io.rpcstress.contract.grpc;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.rpcstress.contract.Message;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Messages as a service with a method for each encoding; its marshaller passes their bytes on. */
public final class MessageMethods {
  public static final String SERVICE = "rpcstress.message.Messages";

  private static final Map<String, MethodDescriptor<byte[], byte[]>> METHODS =
      Message.encodings().stream()
          .collect(Collectors.toMap(Function.identity(), MessageMethods::method));

  private MessageMethods() {}

  /** The method of an encoding, one of {@link Message#encodings}. */
  public static MethodDescriptor<byte[], byte[]> of(String encoding) {
    return Objects.requireNonNull(METHODS.get(encoding), encoding);
  }

  private static MethodDescriptor<byte[], byte[]> method(String encoding) {
    return unary(MethodDescriptor.generateFullMethodName(SERVICE, encoding));
  }

  /** A unary method by its full name, whose marshaller passes bytes on. */
  public static MethodDescriptor<byte[], byte[]> unary(String name) {
    return MethodDescriptor.<byte[], byte[]>newBuilder(new Bytes(), new Bytes())
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName(name)
        .build();
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {

    @Override
    public InputStream stream(byte[] message) {
      return new ByteArrayInputStream(message);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        if (!(stream instanceof KnownLength)) {
          return stream.readAllBytes();
        }
        byte[] message = new byte[stream.available()];
        int read = stream.readNBytes(message, 0, message.length);
        if (read < message.length) {
          throw new IOException("%d bytes of %d".formatted(read, message.length));
        }
        return message;
      } catch (IOException e) {
        throw Status.INTERNAL
            .withDescription("a message breaks off")
            .withCause(e)
            .asRuntimeException();
      }
    }
  }
}
