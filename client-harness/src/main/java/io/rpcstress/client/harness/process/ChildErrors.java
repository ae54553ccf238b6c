package io.rpcstress.client.harness.process;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A child's stderr where a person watches it: the child writes to the terminal itself, since its
 * parent has to keep still, and into the file that its parent reads at the end.
 */
public final class ChildErrors {

  /** System property with the file that gets what is written to stderr as well. */
  static final String COPY = "rpcstress.stderr";

  private ChildErrors() {}

  /** Makes {@link System#err} write to the file, too, where this process was given one. */
  public static void copy() {
    String file = System.getProperty(COPY);
    if (file == null) {
      return;
    }
    try {
      OutputStream kept = new FileOutputStream(file, true);
      System.setErr(new PrintStream(new Both(kept), true, StandardCharsets.UTF_8));
    } catch (IOException e) {
      // The person reads it all the same.
    }
  }

  /** The terminal alone: what is only news while it lasts, and belongs into no file. */
  public static PrintStream terminal() {
    return new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
  }

  private static final class Both extends OutputStream {
    private final OutputStream terminal = new FileOutputStream(FileDescriptor.err);
    private final OutputStream kept;

    Both(OutputStream kept) {
      this.kept = kept;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      terminal.write(bytes, offset, length);
      kept.write(bytes, offset, length);
    }
  }
}
