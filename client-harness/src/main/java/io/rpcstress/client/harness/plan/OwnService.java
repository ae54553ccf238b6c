package io.rpcstress.client.harness.plan;

import io.rpcstress.contract.OwnCall;
import io.rpcstress.contract.OwnCall.Header;
import io.rpcstress.engine.load.Workload;
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
import org.jspecify.annotations.Nullable;

/**
 * A service of the user's that runs already, and what is sent to it. The files that options name
 * are read where a command begins, but for headers: those may be secrets, which no document has.
 * Immutable.
 *
 * @param given the options that give the same again
 * @param method of HTTP, or the full name of a gRPC method
 * @param path of HTTP, with its query; empty for gRPC
 * @param type what bodies are, where no header says it; null where that is not known
 * @param headers as the user gave them, {@code Name: value} or {@code @FILE} of such lines
 * @param expectStatus of HTTP; empty for gRPC
 * @param bodies each call sends the next one
 * @param expected a reply has to be one of them; none where every reply is right
 * @param encrypts whether it is called by TLS
 * @param authority a file of certificates that are trusted then; null for those of the JDK
 */
public record OwnService(
    String technology,
    List<Given> given,
    String method,
    String path,
    @Nullable String type,
    List<String> headers,
    String expectStatus,
    List<byte[]> bodies,
    List<byte[]> expected,
    boolean encrypts,
    @Nullable String authority) {

  public static final String HEADER = "--header";
  public static final String SAMPLE = "--sample";

  private static final String CONTENT_TYPE = "Content-Type";

  /** Metadata that gRPC itself sets. */
  private static final Set<String> OF_GRPC = Set.of("content-type", "te", "user-agent");

  /** An option and its value. */
  public record Given(String option, String value) {}

  public OwnService {
    given = List.copyOf(given);
    headers = List.copyOf(headers);
    bodies = List.copyOf(bodies);
    expected = List.copyOf(expected);
  }

  Workload<?, ?> workload() {
    List<OwnCall.Header> all = new ArrayList<>(HeaderLines.read(headers));
    boolean isHttp = !path.isEmpty();
    if (!isHttp) {
      all.forEach(OwnService::requireMetadata);
    }
    if (isHttp && !bodies.isEmpty() && all.stream().noneMatch(OwnService::isType)) {
      if (type == null) {
        throw new Misuse(
            "%s is no JSON: mend it, or say what it is by %s 'Content-Type: ...'"
                .formatted(SAMPLE, HEADER));
      }
      all.add(new OwnCall.Header(CONTENT_TYPE, type));
    }
    OwnCall.Service service =
        new OwnCall.Service(
            OwnCall.pack(method, path, bodies),
            method,
            path,
            all,
            isHttp ? OwnCall.statuses(expectStatus) : List.of(),
            bodies,
            expected,
            authority);
    return new Workload<>(OwnCall.OPERATION, service.first());
  }

  private static void requireMetadata(OwnCall.Header header) {
    String name = header.name().toLowerCase(Locale.ROOT);
    boolean isOfGrpc = name.startsWith("grpc-") || OF_GRPC.contains(name);
    if (!name.matches("[0-9a-z._-]+") || name.endsWith("-bin") || isOfGrpc) {
      throw new Misuse(
          "%s %s: gRPC takes no such metadata as text".formatted(HEADER, header.name()));
    }
  }

  private static boolean isType(OwnCall.Header header) {
    return header.name().equalsIgnoreCase(CONTENT_TYPE);
  }

  OptionWords options() {
    OptionWords words = new OptionWords();
    given.forEach(each -> words.add(each.option(), each.value()));
    return words;
  }

  /**
   * Headers as {@code Name: value}, or files of such lines. No message has a value: it may be a
   * secret. Stateless.
   */
  private static final class HeaderLines {
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
}
