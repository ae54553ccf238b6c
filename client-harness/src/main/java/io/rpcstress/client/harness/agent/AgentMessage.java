package io.rpcstress.client.harness.agent;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What harness and agent say to each other: JSON objects, one a line, each with a {@code message}
 * that says which. The harness begins with {@code hello}; the agent says hello, or that it was
 * {@code refused}, and why.
 *
 * <pre>
 * harness   clock   asks what this host's clocks say          n
 *           start   a client process                          task, client, clients
 *           tell    the client process is told a line         line
 *           end     the client process is ended
 *           beat    I am here
 * agent     clock   the answer                                n, nanos, wallSeconds, wallNanos
 *           out     the client process wrote a line           line
 *           err     likewise, on its stderr                   line
 *           ended   the client process has ended              exit
 *           beat    I am here
 * </pre>
 */
final class AgentMessage {

  /** What an agent reads of one line at most, bytes: a task is the longest. */
  static final int MAX_TO_AGENT = 1 << 20;

  /** What a client process may write in one line, bytes: a run with its histogram is long. */
  static final int MAX_OF_CLIENT = 8 << 20;

  /** What the harness reads of one line at most, bytes: that line as a text in JSON. */
  static final int MAX_FROM_AGENT = 2 * MAX_OF_CLIENT + 1024;

  /**
   * Lines of a client process' stderr that are passed on; what a library repeats beyond says
   * nothing new.
   */
  static final int MAX_ERROR_LINES = 1_000;

  /** Lines of errors that an agent says itself of a client process: one of each of its streams. */
  static final int MAX_OWN_ERROR_LINES = 2;

  /** What every line begins with. */
  static final String BEGINNING = "{\"message\":";

  /** Both say it again and again: whoever is not heard of is lost. */
  static final String BEAT = "{\"message\":\"beat\"}";

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String KIND = "message";

  private AgentMessage() {}

  static ObjectNode of(String kind) {
    return JSON.createObjectNode().put(KIND, kind);
  }

  static String line(ObjectNode message) {
    return JSON.writeValueAsString(message);
  }

  /** Writes a line to the stdin of a process; any thread may. */
  static void write(String line, Process process) throws IOException {
    OutputStream to = process.getOutputStream();
    synchronized (to) {
      to.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      to.flush();
    }
  }

  static String kind(JsonNode message) {
    return message.required(KIND).stringValue();
  }

  static JsonNode read(String line) {
    try {
      return JSON.readTree(line);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("message is no JSON: " + e.getOriginalMessage(), e);
    }
  }

  /** Lines of a stream whose other end decides how long they are, but not beyond a limit. */
  static final class BoundedLines {

    private static final int BUFFER_BYTES = 8192;

    private final InputStream in;
    private final int maxBytes;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int at;
    private int end;

    BoundedLines(InputStream in, int maxBytes) {
      this.in = in;
      this.maxBytes = maxBytes;
    }

    /**
     * The next line without its end; null where there is none any more. A last line that nothing
     * ends is none: its writer died within it.
     */
    @Nullable String next() throws IOException {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      while (true) {
        int from = at;
        while (at < end && buffer[at] != '\n') {
          at++;
        }
        if (line.size() + at - from > maxBytes) {
          throw new IOException("a line of more than %d bytes".formatted(maxBytes));
        }
        line.write(buffer, from, at - from);
        if (at < end) {
          at++;
          return line.toString(StandardCharsets.UTF_8);
        }
        at = 0;
        end = in.read(buffer);
        if (end < 0) {
          end = 0;
          return null;
        }
      }
    }
  }
}
