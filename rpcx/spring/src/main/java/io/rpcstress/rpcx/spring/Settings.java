package io.rpcstress.rpcx.spring;

import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.Tls;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Turns properties into what RPCX takes, and reports which property is wrong if one is. */
final class Settings {
  private Settings() {}

  /**
   * Uses the value of a property.
   *
   * @param property its whole name, for the message
   * @param use what may refuse the value with an IllegalArgumentException
   * @throws RpcxConfigurationException if it does
   */
  static <T> T use(String property, Supplier<T> use) {
    try {
      return use.get();
    } catch (IllegalArgumentException e) {
      throw new RpcxConfigurationException(
          property + ": " + e.getMessage(), "Change " + property + ".", e);
    }
  }

  /**
   * The token, from wherever it is.
   *
   * @param side what the properties' names begin with
   * @return the token, or null for none
   * @throws RpcxConfigurationException without a word of the token
   */
  static @Nullable String token(String side, @Nullable String token, @Nullable File file) {
    if (token != null && file != null) {
      throw new RpcxConfigurationException(
          side + ".token and " + side + ".token-file are both set, expected one of them",
          "Remove one of them; the file keeps the token out of the configuration.",
          null);
    }
    String found = token;
    String property = side + ".token";
    if (file != null) {
      property = side + ".token-file";
      found = read(property, file);
    }
    if (found == null) {
      return null;
    }
    int bytes = found.getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes > Limits.MAX_TOKEN_BYTES) {
      throw new RpcxConfigurationException(
          property
              + " gives a token of "
              + bytes
              + " bytes, expected 1 to "
              + Limits.MAX_TOKEN_BYTES,
          "Change " + property + ", or remove it.",
          null);
    }
    return found;
  }

  private static String read(String property, File file) {
    try {
      if (file.length() > 2L * Limits.MAX_TOKEN_BYTES) {
        throw new IOException("it has " + file.length() + " bytes, which is no token");
      }
      return Files.readString(file.toPath()).strip();
    } catch (IOException e) {
      throw new RpcxConfigurationException(
          property + " is \"" + file + "\", expected a file that can be read: " + e,
          "Change " + property + ", or let this user read the file.",
          e);
    }
  }

  /**
   * Encryption.
   *
   * @param side what the properties' names begin with
   * @return the settings, or null for clear text
   * @throws RpcxConfigurationException if a file cannot be read
   */
  static @Nullable Tls tls(String side, RpcxProperties.Tls tls) {
    return tls.wanted()
        ? use(side + ".tls", () -> new Tls(tls.certificate(), tls.key(), tls.trusted()))
        : null;
  }
}
