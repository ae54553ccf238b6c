package io.rpcstress.contract.socket;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import io.rpcstress.contract.Entry;
import io.rpcstress.contract.socket.proto.Put;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Delimited Protocol Buffers, by protobuf-java and its generated classes. */
final class ProtobufMessages implements Messages {
  /** The longest length on the wire, bytes. */
  private static final int LENGTH_BYTES = 5;

  private final OutputStream out;
  private final boolean reused;
  private final Delimited input;
  private byte[] output = new byte[0];

  ProtobufMessages(InputStream in, OutputStream out, boolean reused) {
    this.out = out;
    this.reused = reused;
    this.input = new Delimited(in, reused);
  }

  @Override
  public void write(Call call) throws IOException {
    var message = io.rpcstress.contract.socket.proto.Call.newBuilder().setId(call.id());
    if (call.name() != null) {
      message.setGreet(call.name());
    } else {
      Entry entry = call.requireEntry();
      message.setPut(
          Put.newBuilder()
              .setKey(ByteString.copyFrom(entry.key()))
              .setValue(ByteString.copyFrom(entry.value())));
    }
    write(message.build());
  }

  @Override
  public void write(Answer answer) throws IOException {
    var message = io.rpcstress.contract.socket.proto.Answer.newBuilder().setId(answer.id());
    switch (answer.kind()) {
      case GREETING -> message.setGreeting(answer.text());
      case KEPT -> message.setKept(answer.kept());
      case REFUSED -> message.setRefused(answer.text());
    }
    write(message.build());
  }

  private void write(MessageLite message) throws IOException {
    if (!reused) {
      Frame frame = new Frame(); // else protobuf-java splits even a short one
      message.writeDelimitedTo(frame);
      frame.writeTo(out);
      return;
    }
    int length = message.getSerializedSize();
    if (length + LENGTH_BYTES > output.length) {
      output = new byte[Math.max(Delimited.KEPT_BYTES, length + LENGTH_BYTES)];
    }
    CodedOutputStream coded = CodedOutputStream.newInstance(output);
    coded.writeUInt32NoTag(length);
    message.writeTo(coded);
    out.write(output, 0, coded.getTotalBytesWritten());
    if (output.length > Delimited.KEPT_BYTES) {
      output = new byte[0];
    }
  }

  @Override
  public @Nullable Call readCall() throws IOException {
    int length = input.next();
    if (length < 0) {
      return null;
    }
    try {
      var call =
          io.rpcstress.contract.socket.proto.Call.parseFrom(
              CodedInputStream.newInstance(input.bytes(), 0, length));
      return switch (call.getOperationCase()) {
        case GREET -> Call.greet(call.getId(), call.getGreet());
        case PUT ->
            Call.put(
                call.getId(),
                new Entry(
                    call.getPut().getKey().toByteArray(), call.getPut().getValue().toByteArray()));
        case OPERATION_NOT_SET -> throw new MalformedMessageException("a call that asks nothing");
      };
    } catch (com.google.protobuf.InvalidProtocolBufferException e) {
      throw new MalformedMessageException(e);
    } finally {
      input.release();
    }
  }

  @Override
  public @Nullable Answer readAnswer() throws IOException {
    int length = input.next();
    if (length < 0) {
      return null;
    }
    try {
      var answer =
          io.rpcstress.contract.socket.proto.Answer.parseFrom(
              CodedInputStream.newInstance(input.bytes(), 0, length));
      return switch (answer.getResultCase()) {
        case GREETING -> Answer.greeting(answer.getId(), answer.getGreeting());
        case KEPT -> Answer.kept(answer.getId(), answer.getKept());
        case REFUSED -> Answer.refused(answer.getId(), answer.getRefused());
        case RESULT_NOT_SET -> throw new MalformedMessageException("an answer without a result");
      };
    } catch (com.google.protobuf.InvalidProtocolBufferException e) {
      throw new MalformedMessageException(e);
    } finally {
      input.release();
    }
  }
}
