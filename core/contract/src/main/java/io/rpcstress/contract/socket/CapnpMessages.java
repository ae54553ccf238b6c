package io.rpcstress.contract.socket;

import io.rpcstress.contract.Entry;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import org.capnproto.MessageBuilder;
import org.capnproto.MessageReader;
import org.capnproto.ReaderOptions;
import org.capnproto.Serialize;
import org.jspecify.annotations.Nullable;

/**
 * Cap'n Proto's stream encoding, by its runtime. What a peer announces is checked by the runtime
 * before anything is allocated for it: at most 512 segments, and all of them within the bound. The
 * same bound is how much may be read of a message, so that pointers to one place cannot make a
 * short one long.
 */
final class CapnpMessages implements Messages {
  /** No message has pointers within pointers. */
  private static final int MAX_DEPTH = 4;

  private static final ReaderOptions BOUNDS = new ReaderOptions(MAX_BYTES / Long.BYTES, MAX_DEPTH);

  private final OutputStream out;
  private final boolean reused;
  private final Source source;

  // Kept from message to message where requested.
  private @Nullable Frame keptFrame;
  private @Nullable ByteBuffer keptSegment;

  CapnpMessages(InputStream in, OutputStream out, boolean reused) {
    this.out = out;
    this.reused = reused;
    this.source = new Source(in);
  }

  /** A stream as the runtime reads it. It reads into arrays, so that nothing is copied. */
  private record Source(InputStream in) implements ReadableByteChannel {
    @Override
    public int read(ByteBuffer into) throws IOException {
      int read = in.read(into.array(), into.arrayOffset() + into.position(), into.remaining());
      if (read > 0) {
        into.position(into.position() + read);
      }
      return read;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  private MessageBuilder builder() {
    if (!reused) {
      return new MessageBuilder();
    }
    ByteBuffer segment = keptSegment;
    if (segment == null) {
      segment = ByteBuffer.allocate(Delimited.KEPT_BYTES);
      keptSegment = segment;
    }
    return new MessageBuilder(segment);
  }

  @Override
  public void write(Call call) throws IOException {
    MessageBuilder message = builder();
    CapnpStruct.Builder root = message.initRoot(CapnpStruct.CALL);
    if (call.name() != null) {
      root.setHead(call.id(), CapnpStruct.GREET);
      root.setText(call.name());
    } else {
      Entry entry = call.requireEntry();
      root.setHead(call.id(), CapnpStruct.PUT);
      root.setData(0, entry.key());
      root.setData(1, entry.value());
    }
    write(message);
  }

  @Override
  public void write(Answer answer) throws IOException {
    MessageBuilder message = builder();
    CapnpStruct.Builder root = message.initRoot(CapnpStruct.ANSWER);
    switch (answer.kind()) {
      case GREETING -> {
        root.setHead(answer.id(), CapnpStruct.GREETING);
        root.setText(answer.text());
      }
      case KEPT -> {
        root.setHead(answer.id(), CapnpStruct.KEPT);
        root.setFlag(answer.kept());
      }
      case REFUSED -> {
        root.setHead(answer.id(), CapnpStruct.REFUSED);
        root.setText(answer.text());
      }
    }
    write(message);
  }

  /** The runtime writes the table of segments and each of them by a write of its own. */
  private void write(MessageBuilder message) throws IOException {
    Frame frame = keptFrame == null ? new Frame() : keptFrame;
    frame.begin();
    Serialize.write(frame, message);
    frame.writeTo(out);
    if (reused) {
      message.clearFirstSegment();
      keptFrame = frame;
    }
  }

  @Override
  public @Nullable Call readCall() throws IOException {
    try {
      CapnpStruct.Reader root = root(CapnpStruct.CALL);
      if (root == null) {
        return null;
      }
      return switch (root.tag()) {
        case CapnpStruct.GREET -> Call.greet(root.id(), root.text());
        case CapnpStruct.PUT -> Call.put(root.id(), new Entry(root.data(0), root.data(1)));
        default -> throw new MalformedMessageException("a call of an unknown kind");
      };
    } catch (RuntimeException e) { // the runtime has many for what is wrong
      throw new MalformedMessageException(e);
    }
  }

  @Override
  public @Nullable Answer readAnswer() throws IOException {
    try {
      CapnpStruct.Reader root = root(CapnpStruct.ANSWER);
      if (root == null) {
        return null;
      }
      return switch (root.tag()) {
        case CapnpStruct.GREETING -> Answer.greeting(root.id(), root.text());
        case CapnpStruct.KEPT -> Answer.kept(root.id(), root.flag());
        case CapnpStruct.REFUSED -> Answer.refused(root.id(), root.text());
        default -> throw new MalformedMessageException("an answer of an unknown kind");
      };
    } catch (RuntimeException e) { // the runtime has many for what is wrong
      throw new MalformedMessageException(e);
    }
  }

  /** The next message; null where the stream has ended. */
  private CapnpStruct.@Nullable Reader root(CapnpStruct struct) throws IOException {
    Optional<MessageReader> message = Serialize.tryRead(source, BOUNDS);
    return message.isEmpty() ? null : message.get().getRoot(struct);
  }
}
