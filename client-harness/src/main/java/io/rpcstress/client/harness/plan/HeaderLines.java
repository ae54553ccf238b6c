package io.rpcstress.client.harness.plan;

import io.rpcstress.contract.OwnCall.Header;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Headers as {@code Name: value}, or files of such lines. No message has a value: it may be a
 * secret. Stateless.
 */
final class HeaderLines {
  private static final Pattern LINE =
      Pattern.compile(
          "([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \\t]*([\\x21-\\x7e](?:[\\x20-\\x7e\\t]*[\\x21-\\x7e])?)?\\s*");

  /** A client sets them itself, by what it sends. */
  private static final Set<String> OF_THE_CLIENT =
      Set.of("connection", "content-length", "expect", "transfer-encoding", "upgrade");

  private static final long MAX_BYTES = 1 << 20;

  private HeaderLines() {}

  static List<Header> read(List<String> given) {
    List<Header> headers = new ArrayList<>();
    for (String each : given) {
      if (each.startsWith("@")) {
        headers.addAll(ofFile(each.substring(1)));
      } else {
        headers.add(header(OwnService.HEADER, each));
      }
    }
    return headers;
  }

  private static List<Header> ofFile(String file) {
    List<Header> headers = new ArrayList<>();
    int number = 0;
    for (String line : lines(file)) {
      number++;
      if (!line.isBlank()) {
        headers.add(header("%s @%s:%d".formatted(OwnService.HEADER, file, number), line));
      }
    }
    if (headers.isEmpty()) {
      throw new Misuse(
          "%s @%s is empty: lines as 'Name: value' expected".formatted(OwnService.HEADER, file));
    }
    return headers;
  }

  private static List<String> lines(String file) {
    try {
      Path path = Path.of(file);
      if (!Files.isRegularFile(path)) {
        throw new Misuse("%s @%s is no file".formatted(OwnService.HEADER, file));
      }
      if (Files.size(path) > MAX_BYTES) {
        throw new Misuse("%s @%s is larger than 1 MiB".formatted(OwnService.HEADER, file));
      }
      return Files.readAllLines(path);
    } catch (IOException | InvalidPathException e) {
      throw new Misuse(
          "%s @%s cannot be read (%s)"
              .formatted(OwnService.HEADER, file, e.getClass().getSimpleName()));
    }
  }

  private static Header header(String place, String line) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      throw new Misuse(place + ": 'Name: value' of printable ASCII expected");
    }
    String name = matcher.group(1);
    if (OF_THE_CLIENT.contains(name.toLowerCase(Locale.ROOT))) {
      throw new Misuse("%s: %s is set by the client itself".formatted(place, name));
    }
    String value = matcher.group(2);
    return new Header(name, value == null ? "" : value);
  }
}
