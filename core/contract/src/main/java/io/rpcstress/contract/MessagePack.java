package io.rpcstress.contract;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * A message that a user made a pack of: a jar of samples, of generated code for each encoding, and
 * of the libraries that this code needs. Opening one runs the code in it. Immutable; safe for many
 * threads.
 *
 * <p>The pack's classes see the JDK and {@link #SHARED}, and nothing else of the program that opens
 * it: every client and server encodes by the same code, whatever libraries it has itself.
 */
public final class MessagePack implements AutoCloseable {

  /** Of what is in a pack, and of {@link #SHARED}; another one is refused. */
  public static final int LAYOUT = 3;

  /** Of a pack's manifest: its {@link #LAYOUT}. */
  public static final String LAYOUT_ATTRIBUTE = "Rpc-Stress-Message";

  /** Of a pack's manifest: its {@link #name}. */
  public static final String NAME_ATTRIBUTE = "Rpc-Stress-Message-Name";

  private static final List<Class<?>> SHARED =
      List.of(MessageCodecs.class, MessageCodec.class, Encoding.class);

  private final Path file;
  private final String name;
  private final String hash;
  private final URLClassLoader classes;
  private final MessageCodecs codecs;

  private MessagePack(
      Path file, String name, String hash, URLClassLoader classes, MessageCodecs codecs) {
    this.file = file;
    this.name = name;
    this.hash = hash;
    this.classes = classes;
    this.codecs = codecs;
  }

  public static MessagePack open(Path file) throws IOException {
    String name = checkedName(file);
    String hash = Sha256.of(Files.readAllBytes(file));
    URLClassLoader classes =
        new URLClassLoader(new URL[] {file.toUri().toURL()}, new SharedTypes());
    try {
      MessageCodecs codecs =
          ServiceLoader.load(MessageCodecs.class, classes)
              .findFirst()
              .orElseThrow(() -> new IOException("no codecs in it"));
      return new MessagePack(file, name, hash, classes, codecs);
    } catch (IOException | ServiceConfigurationError | LinkageError e) {
      classes.close();
      throw damaged(file, e);
    }
  }

  /** The name of a pack of this layout. */
  private static String checkedName(Path file) throws IOException {
    Attributes attributes = attributes(file);
    String layout = attributes.getValue(LAYOUT_ATTRIBUTE);
    if (layout == null) {
      throw none(file, null);
    }
    if (!layout.equals(Integer.toString(LAYOUT))) {
      throw new IOException(
          ("%s has layout %s, but this version reads %d: make the pack again with `client-harness "
                  + "message`")
              .formatted(file, PrintableText.of(layout), LAYOUT));
    }
    String name = attributes.getValue(NAME_ATTRIBUTE);
    if (name == null) {
      throw none(file, null);
    }
    return name;
  }

  private static Attributes attributes(Path file) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      Manifest manifest = jar.getManifest();
      return manifest == null ? new Attributes() : manifest.getMainAttributes();
    } catch (IOException e) {
      throw none(file, e);
    }
  }

  private static IOException none(Path file, @Nullable Throwable cause) {
    return new IOException(
        "%s is no message pack: make one with `client-harness message SAMPLE.json`".formatted(file),
        cause);
  }

  private static IOException damaged(Path file, Throwable cause) {
    return new IOException("%s is damaged: %s".formatted(file, cause), cause);
  }

  /** Lower-case letters, digits, dashes. */
  public String name() {
    return name;
  }

  /** SHA-256 of the file, 64 hexadecimal digits: equal packs have equal hashes. */
  public String hash() {
    return hash;
  }

  public MessageCodec codec(Encoding encoding) throws IOException {
    try {
      return codecs.codec(encoding);
    } catch (IOException | LinkageError | RuntimeException e) {
      throw damaged(file, e);
    }
  }

  /** Ends the use of its classes. */
  @Override
  public void close() throws IOException {
    classes.close();
  }

  /** The JDK and {@link #SHARED}. */
  private static final class SharedTypes extends ClassLoader {
    SharedTypes() {
      super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      return SHARED.stream()
          .filter(each -> each.getName().equals(name))
          .findFirst()
          .orElseThrow(() -> new ClassNotFoundException(name));
    }
  }
}
