package io.rpcstress.server.grpc;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.rpcstress.contract.ListEcho;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks at how many elements a message of list-echo has before any of them is made: two bytes of a
 * peer become an object of fifty. Of a longer list than is allowed one element more is read, and
 * the service refuses it as any other. A message that is too short for so many is not looked at.
 */
final class BoundedLists {
  /** The largest message that a list needs, bytes: numbers and a name as long as can be, each. */
  static final int MAX_MESSAGE_BYTES =
      ListEcho.MAX_ELEMENTS * (ListEcho.MAX_NAME_BYTES + 32) + 1024;

  /** An element's tag and its length, where it says nothing else. */
  private static final int MIN_ELEMENT_BYTES = 2;

  private static final int MIN_LOOKED_AT_BYTES = MIN_ELEMENT_BYTES * ListEcho.MAX_ELEMENTS;

  /** The last three bits of a tag. */
  private static final int WIRE_TYPE_BITS = 3;

  private static final int VARINT = 0;
  private static final int FIXED_64 = 1;
  private static final int WITH_LENGTH = 2;
  private static final int START_GROUP = 3;
  private static final int END_GROUP = 4;
  private static final int FIXED_32 = 5;
  private static final int MAX_VARINT_BYTES = 10;

  private BoundedLists() {}

  /** A service whose requests have the list in a field of that number. */
  static ServerServiceDefinition of(ServerServiceDefinition plain, int field) {
    ServiceDescriptor.Builder descriptor =
        ServiceDescriptor.newBuilder(plain.getServiceDescriptor().getName());
    List<ServerMethodDefinition<?, ?>> methods = new ArrayList<>();
    for (ServerMethodDefinition<?, ?> each : plain.getMethods()) {
      ServerMethodDefinition<?, ?> bounded = bounded(each, field);
      descriptor.addMethod(bounded.getMethodDescriptor());
      methods.add(bounded);
    }
    ServerServiceDefinition.Builder builder = ServerServiceDefinition.builder(descriptor.build());
    methods.forEach(builder::addMethod);
    return builder.build();
  }

  private static <Q, R> ServerMethodDefinition<Q, R> bounded(
      ServerMethodDefinition<Q, R> method, int field) {
    MethodDescriptor<Q, R> plain = method.getMethodDescriptor();
    return ServerMethodDefinition.create(
        plain.toBuilder()
            .setRequestMarshaller(new Bounded<>(plain.getRequestMarshaller(), field))
            .build(),
        method.getServerCallHandler());
  }

  /** Reads a message up to the first element that is too many. */
  private record Bounded<M>(Marshaller<M> messages, int field) implements Marshaller<M> {

    @Override
    public InputStream stream(M message) {
      return messages.stream(message);
    }

    @Override
    public M parse(InputStream sent) {
      try {
        // A compressed message does not say how long it is, and cannot be read twice.
        InputStream message =
            sent.markSupported() ? sent : new ByteArrayInputStream(sent.readAllBytes());
        int length = message.available();
        if (length <= MIN_LOOKED_AT_BYTES) {
          return messages.parse(message);
        }
        message.mark(length);
        int allowed = allowed(message, length);
        message.reset();
        return messages.parse(
            allowed == length ? message : new ByteArrayInputStream(message.readNBytes(allowed)));
      } catch (IOException e) { // of bytes that are here already
        throw new UncheckedIOException(e);
      }
    }

    /** How much of a message may be made into objects; what is no message is for the parser. */
    private int allowed(InputStream message, int length) throws IOException {
      int elements = 0;
      while (message.available() > 0) {
        long tag = varint(message);
        long size =
            switch ((int) (tag & ((1 << WIRE_TYPE_BITS) - 1))) {
              case VARINT -> {
                varint(message);
                yield 0;
              }
              case FIXED_64 -> Long.BYTES;
              case WITH_LENGTH -> varint(message);
              case FIXED_32 -> Integer.BYTES;
              case START_GROUP, END_GROUP -> 0; // what is between them is looked at as all else
              default -> Long.MAX_VALUE;
            };
        if (size < 0 || size > message.available()) {
          return length; // the parser says what is wrong with it, no later than here
        }
        message.skipNBytes(size);
        if (tag >>> WIRE_TYPE_BITS == field && ++elements > ListEcho.MAX_ELEMENTS) {
          return length - message.available();
        }
      }
      return length;
    }

    private static long varint(InputStream message) throws IOException {
      long value = 0;
      for (int i = 0; i < MAX_VARINT_BYTES; i++) {
        int next = message.read();
        if (next < 0) {
          return -1;
        }
        value |= (long) (next & 0x7f) << (7 * i);
        if (next < 0x80) {
          break;
        }
      }
      return value;
    }
  }
}
