package io.rpcstress.contract;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who may use a deployment's broker: made when the broker is started first, and kept in a file that
 * its owner alone may read. The file has two lines, {@code user=NAME} and {@code password=WORD}. It
 * is in no argument, no log and no result; {@link #toString} leaves the password out. Immutable.
 *
 * @param user 1 to 64 letters, digits and dashes
 * @param password 1 to 128 letters and digits
 */
public record BrokerCredentials(String user, String password) {

  /** What the file is called in the deployment's folder. */
  public static final String FILE_NAME = "broker.credentials";

  /** The environment variable that names the file where it is elsewhere. */
  public static final String VARIABLE = "RPC_STRESS_BROKER_CREDENTIALS";

  private static final Pattern USER = Pattern.compile("[A-Za-z0-9-]{1,64}");
  private static final Pattern PASSWORD = Pattern.compile("[A-Za-z0-9]{1,128}");
  private static final Pattern FILE = Pattern.compile("user=([^\n]*)\npassword=([^\n]*)\n?");
  private static final int MAX_BYTES = 256;
  private static final int USER_BYTES = 4;
  private static final int PASSWORD_BYTES = 24;

  private static final Set<PosixFilePermission> OWNER_ALONE =
      Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  /** Checks both; what is not as it has to be is not shown. */
  public BrokerCredentials {
    if (!USER.matcher(user).matches() || !PASSWORD.matcher(password).matches()) {
      throw new IllegalArgumentException(
          "a user of 1 to 64 letters, digits and dashes and a password of 1 to 128 letters and"
              + " digits expected");
    }
  }

  /**
   * Reads a file.
   *
   * @throws NoSuchFileException where there is none, saying what to do, in one line
   * @throws IOException where it is no file, others may read it, or it holds something else; the
   *     message says which, and what to do, in one line
   */
  public static BrokerCredentials read(Path file) throws IOException {
    try {
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        throw new IOException(
            "%s is no regular file: give the broker's %s, in %s or where it is needed"
                .formatted(file, FILE_NAME, VARIABLE));
      }
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      if (!OWNER_ALONE.containsAll(permissions)) {
        throw new IOException(
            "%s may be used by other users than its owner: chmod 600 %s".formatted(file, file));
      }
      Matcher text = FILE.matcher(Files.size(file) > MAX_BYTES ? "" : Files.readString(file));
      if (text.matches()) {
        return new BrokerCredentials(text.group(1), text.group(2));
      }
    } catch (NoSuchFileException e) {
      NoSuchFileException missing =
          new NoSuchFileException(
              file.toString(),
              null,
              "there is no such file: start the broker first, which makes it, or name the file in "
                  + VARIABLE);
      missing.initCause(e);
      throw missing;
    } catch (AccessDeniedException e) {
      throw new IOException("%s may not be read by this user: change its owner".formatted(file), e);
    } catch (CharacterCodingException | IllegalArgumentException notThose) {
      // the same as another text
    }
    throw new IOException(
        "%s holds no credentials: two lines expected, user=NAME and password=WORD; remove it, and"
                .formatted(file)
            + " the broker makes it anew at its next start");
  }

  /** Checks that an existing file can be read. A missing one fails later, when it is read. */
  public static void requireUsable(Path file) {
    if (Files.exists(file)) {
      requireRead(file);
    }
  }

  /**
   * Sees that the file of {@link #fileFor} can be read. It may be missing where the broker was
   * never started, but not where {@value #VARIABLE} names it.
   */
  public static void requireUsableFor(Class<?> program) {
    Path named = DeploymentFile.named(VARIABLE);
    if (named == null) {
      requireUsable(fileFor(program));
    } else {
      requireRead(named);
    }
  }

  private static void requireRead(Path file) {
    try {
      BrokerCredentials unused = read(file);
    } catch (IOException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** Reads a file. Makes it first, with a random password, where it is missing. */
  public static BrokerCredentials readOrMade(Path file) throws IOException {
    if (Files.notExists(file)) {
      SecureRandom random = new SecureRandom();
      String text =
          "user=rpcstress-%s\npassword=%s\n"
              .formatted(hex(random, USER_BYTES), hex(random, PASSWORD_BYTES));
      Path made =
          Files.createTempFile(
              DeploymentFile.folderOf(file),
              FILE_NAME,
              ".new",
              PosixFilePermissions.asFileAttribute(OWNER_ALONE));
      try {
        Files.write(made, text.getBytes(StandardCharsets.US_ASCII));
        Files.createLink(file, made); // whole or not at all, and never in another's place
      } catch (FileAlreadyExistsException another) {
        // another broker of this deployment was first: both have its file
      } finally {
        Files.deleteIfExists(made);
      }
    }
    return read(file);
  }

  private static String hex(SecureRandom random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /**
   * The file of the deployment that a program belongs to: what {@value #VARIABLE} names, or the
   * first that lies beside the program's jar or above it. Where there is none, the file beside the
   * jar, which {@link #read} then misses.
   */
  public static Path fileFor(Class<?> program) {
    return DeploymentFile.of(program, VARIABLE, FILE_NAME);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "credentials of " + user;
  }
}
