package io.rpcstress.client.harness.plan;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.OwnCall;
import io.rpcstress.contract.OwnCall.Header;
import io.rpcstress.engine.load.Workload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A service of the user's that runs already, and what is sent to it. The files that options name
 * are read where a command begins, but for headers: those may be secrets, which no document has.
 * Immutable.
 *
 * @param method of HTTP, or the full name of a gRPC method
 * @param path of HTTP, with its query; empty for gRPC
 * @param type what bodies are, where no header says it; null where that is not known
 * @param headers as the user gave them, {@code Name: value} or {@code @FILE} of such lines
 * @param expectStatus of HTTP; empty for gRPC
 * @param bodies each call sends the next one
 * @param expected a reply has to be one of them; none where every reply is right
 * @param authority a file of certificates that are trusted by TLS; null for those of the JDK
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
      String named = OwnService.HEADER + " @" + file;
      int number = 0;
      byte[] content = Samples.content(named, file, MAX_BYTES);
      for (String line : new String(content, StandardCharsets.UTF_8).lines().toList()) {
        number++;
        if (!line.isBlank()) {
          headers.add(header(named + ":" + number, line));
        }
      }
      if (headers.isEmpty()) {
        throw new Misuse(named + " is empty: lines as 'Name: value' expected");
      }
      return headers;
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

  /**
   * What a file of samples has.
   *
   * @param all bodies, one or more: a line each where each line is JSON, else the whole file
   * @param type what they are; null where that is not known
   */
  public record Samples(List<byte[]> all, @Nullable String type) {
    public static final Samples NONE = new Samples(List.of(), null);

    private static final String JSON = "application/json";
    private static final JsonMapper MAPPER = JsonMapper.shared();

    public static Samples read(String option, String file) {
      byte[] whole = content(option + " " + file, file, OwnCall.MAX_BYTES);
      if (whole.length == 0) {
        throw new Misuse("%s %s is empty".formatted(option, file));
      }
      List<String> lines =
          new String(whole, UTF_8).lines().filter(each -> !each.isBlank()).toList();
      if (lines.size() > 1 && lines.stream().allMatch(Samples::isJson)) {
        if (lines.size() > OwnCall.MAX_SAMPLES) {
          throw new Misuse(
              "%s %s has %,d samples: at most %,d expected"
                  .formatted(option, file, lines.size(), OwnCall.MAX_SAMPLES));
        }
        return new Samples(lines.stream().map(each -> each.strip().getBytes(UTF_8)).toList(), JSON);
      }
      byte[] one = withoutLineBreak(whole);
      return new Samples(List.of(one), isJson(new String(one, UTF_8)) ? JSON : null);
    }

    /** A reply that is expected, as it stands in a file, with or without its last line break. */
    public static List<byte[]> replies(String option, String file) {
      byte[] whole = content(option + " " + file, file, OwnCall.MAX_BYTES);
      byte[] stripped = withoutLineBreak(whole);
      return stripped.length == whole.length ? List.of(whole) : List.of(stripped, whole);
    }

    private static boolean isJson(String text) {
      try {
        return MAPPER.readTree(text) != null;
      } catch (JacksonException e) {
        return false;
      }
    }

    private static byte[] withoutLineBreak(byte[] text) {
      int end = text.length;
      end -= end > 0 && text[end - 1] == '\n' ? 1 : 0;
      end -= end > 0 && text[end - 1] == '\r' ? 1 : 0;
      return Arrays.copyOf(text, end);
    }

    static byte[] content(String named, String file, long maxBytes) {
      try {
        Path path = Path.of(file);
        if (!Files.isRegularFile(path)) {
          throw new Misuse(named + " is no file");
        }
        if (Files.size(path) > maxBytes) {
          throw new Misuse(
              "%s has %,d bytes: at most %,d expected"
                  .formatted(named, Files.size(path), maxBytes));
        }
        return Files.readAllBytes(path);
      } catch (IOException | InvalidPathException e) {
        throw new Misuse("%s cannot be read (%s)".formatted(named, e.getClass().getSimpleName()));
      }
    }
  }
}
