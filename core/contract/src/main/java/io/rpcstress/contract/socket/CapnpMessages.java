package io.rpcstress.contract.socket;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.socket.capnp.CapnpAnswer;
import io.rpcstress.contract.socket.capnp.CapnpCall;
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

  // Kept from message to message where that is asked for.
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
    CapnpCall.Builder root = message.initRoot(CapnpCall.FACTORY);
    root.setId(call.id());
    if (call.name() != null) {
      root.setGreet(call.name());
    } else {
      Entry entry = call.requireEntry();
      root.setPut(entry.key(), entry.value());
    }
    write(message);
  }

  @Override
  public void write(Answer answer) throws IOException {
    MessageBuilder message = builder();
    CapnpAnswer.Builder root = message.initRoot(CapnpAnswer.FACTORY);
    root.setId(answer.id());
    switch (answer.kind()) {
      case GREETING -> root.setGreeting(answer.text());
      case KEPT -> root.setKept(answer.kept());
      case REFUSED -> root.setRefused(answer.text());
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
      Optional<MessageReader> message = Serialize.tryRead(source, BOUNDS);
      if (message.isEmpty()) {
        return null;
      }
      CapnpCall.Reader root = message.get().getRoot(CapnpCall.FACTORY);
      return switch (root.which()) {
        case CapnpCall.GREET -> Call.greet(root.getId(), root.getGreet());
        case CapnpCall.PUT -> Call.put(root.getId(), new Entry(root.getKey(), root.getValue()));
        default -> throw new MalformedMessageException("a call that asks something unknown");
      };
    } catch (RuntimeException e) { // what is wrong is told in many ways
      throw new MalformedMessageException(e);
    }
  }

  @Override
  public @Nullable Answer readAnswer() throws IOException {
    try {
      Optional<MessageReader> message = Serialize.tryRead(source, BOUNDS);
      if (message.isEmpty()) {
        return null;
      }
      CapnpAnswer.Reader root = message.get().getRoot(CapnpAnswer.FACTORY);
      return switch (root.which()) {
        case CapnpAnswer.GREETING -> Answer.greeting(root.getId(), root.getText());
        case CapnpAnswer.KEPT -> Answer.kept(root.getId(), root.getKept());
        case CapnpAnswer.REFUSED -> Answer.refused(root.getId(), root.getText());
        default -> throw new MalformedMessageException("an answer that says something unknown");
      };
    } catch (RuntimeException e) { // what is wrong is told in many ways
      throw new MalformedMessageException(e);
    }
  }
}
