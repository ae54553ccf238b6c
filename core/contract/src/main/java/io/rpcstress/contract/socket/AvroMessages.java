package io.rpcstress.contract.socket;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.socket.avro.AvroAnswer;
import io.rpcstress.contract.socket.avro.AvroCall;
import io.rpcstress.contract.socket.avro.AvroGreet;
import io.rpcstress.contract.socket.avro.AvroGreeting;
import io.rpcstress.contract.socket.avro.AvroKept;
import io.rpcstress.contract.socket.avro.AvroPut;
import io.rpcstress.contract.socket.avro.AvroRefused;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.avro.util.ClassSecurityValidator;
import org.jspecify.annotations.Nullable;

/**
 * Avro's binary encoding, by Avro's generated classes. A length within a message is checked by
 * Avro's decoder against the bytes that are there, before anything is allocated for it.
 */
final class AvroMessages implements Messages {
  static {
    // Avro makes no object of a class that is not named to it.
    ClassSecurityValidator.setGlobal(
        ClassSecurityValidator.composite(
            ClassSecurityValidator.DEFAULT_TRUSTED_CLASSES,
            ClassSecurityValidator.builder()
                .add(AvroCall.class)
                .add(AvroGreet.class)
                .add(AvroPut.class)
                .add(AvroAnswer.class)
                .add(AvroGreeting.class)
                .add(AvroKept.class)
                .add(AvroRefused.class)
                .build()));
  }

  private final OutputStream out;
  private final boolean reused;
  private final Delimited input;
  private final SpecificDatumWriter<AvroCall> callWriter =
      new SpecificDatumWriter<>(AvroCall.class);
  private final SpecificDatumWriter<AvroAnswer> answerWriter =
      new SpecificDatumWriter<>(AvroAnswer.class);
  private final SpecificDatumReader<AvroCall> callReader =
      new SpecificDatumReader<>(AvroCall.class);
  private final SpecificDatumReader<AvroAnswer> answerReader =
      new SpecificDatumReader<>(AvroAnswer.class);

  // Kept from message to message where requested.
  private @Nullable Frame keptFrame;
  private @Nullable BinaryEncoder keptEncoder;
  private @Nullable BinaryDecoder keptDecoder;

  AvroMessages(InputStream in, OutputStream out, boolean reused) {
    this.out = out;
    this.reused = reused;
    this.input = new Delimited(in, reused);
  }

  @Override
  public void write(Call call) throws IOException {
    SpecificRecordBase operation;
    if (call.name() != null) {
      operation = new AvroGreet(call.name());
    } else {
      Entry entry = call.requireEntry();
      operation = new AvroPut(ByteBuffer.wrap(entry.key()), ByteBuffer.wrap(entry.value()));
    }
    write(callWriter, new AvroCall(call.id(), operation));
  }

  @Override
  public void write(Answer answer) throws IOException {
    SpecificRecordBase result =
        switch (answer.kind()) {
          case GREETING -> new AvroGreeting(answer.text());
          case KEPT -> new AvroKept(answer.kept());
          case REFUSED -> new AvroRefused(answer.text());
        };
    write(answerWriter, new AvroAnswer(answer.id(), result));
  }

  private <T> void write(SpecificDatumWriter<T> writer, T message) throws IOException {
    Frame frame = keptFrame == null ? new Frame() : keptFrame;
    frame.begin();
    frame.leaveRoomForLength();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(frame, keptEncoder);
    writer.write(message, encoder);
    encoder.flush();
    frame.writeDelimited(out);
    if (reused) {
      keptFrame = frame;
      keptEncoder = encoder;
    }
  }

  @Override
  public @Nullable Call readCall() throws IOException {
    AvroCall call = read(callReader);
    if (call == null) {
      return null;
    }
    if (call.getOperation() instanceof AvroPut put) {
      return Call.put(call.getId(), new Entry(bytes(put.getKey()), bytes(put.getValue())));
    }
    return Call.greet(call.getId(), ((AvroGreet) call.getOperation()).getName());
  }

  private static byte[] bytes(ByteBuffer from) {
    byte[] bytes = new byte[from.remaining()];
    from.get(bytes);
    return bytes;
  }

  @Override
  public @Nullable Answer readAnswer() throws IOException {
    AvroAnswer answer = read(answerReader);
    if (answer == null) {
      return null;
    }
    if (answer.getResult() instanceof AvroGreeting greeting) {
      return Answer.greeting(answer.getId(), greeting.getMessage());
    }
    if (answer.getResult() instanceof AvroKept kept) {
      return Answer.kept(answer.getId(), kept.getSuccess());
    }
    return Answer.refused(answer.getId(), ((AvroRefused) answer.getResult()).getReason());
  }

  private <T> @Nullable T read(SpecificDatumReader<T> reader) throws IOException {
    int length = input.next();
    if (length < 0) {
      return null;
    }
    BinaryDecoder decoder =
        DecoderFactory.get().binaryDecoder(input.bytes(), 0, length, keptDecoder);
    try {
      T message = reader.read(null, decoder);
      if (!decoder.isEnd()) {
        throw new MalformedMessageException("bytes behind the end of a message");
      }
      return message;
    } catch (IOException | RuntimeException e) { // Avro reports faults in many types
      throw e instanceof MalformedMessageException own ? own : new MalformedMessageException(e);
    } finally {
      keptDecoder = reused ? decoder : null;
      input.release();
    }
  }
}
