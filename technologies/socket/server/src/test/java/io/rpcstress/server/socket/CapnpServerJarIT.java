package io.rpcstress.server.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.socket.Answer;
import io.rpcstress.contract.socket.Call;
import io.rpcstress.contract.socket.Idl;
import io.rpcstress.contract.socket.Messages;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.server.base.Tool;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Another technology of the jar, whose readers and builders are written by hand: Cap'n Proto's own
 * tool agrees with each byte of them.
 */
class CapnpServerJarIT {
  private static final String CAPNP = Idl.CAPNP.technology();
  private static final String SCHEMA = "../../../core/contract/src/main/capnp/socket.capnp";
  private static final String LONGEST = Greeting.name(Greeting.MAX_NAME_BYTES);

  @BeforeEach
  void needsTheTool() {
    assumeTrue(Tool.isHere("capnp", "--version"), "the tool capnp is not installed");
  }

  private static byte[] encoded(String struct, String text) {
    return Tool.output(text.getBytes(UTF_8), "capnp", "encode", SCHEMA, struct);
  }

  private static String decoded(String struct, byte[] message) {
    return new String(Tool.output(message, "capnp", "decode", "--short", SCHEMA, struct), UTF_8)
        .strip();
  }

  /** Writes a message. */
  private interface Writing {
    void write(Messages messages) throws IOException;
  }

  private static byte[] written(Writing message) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      message.write(Idl.CAPNP.open(InputStream.nullInputStream(), bytes, false));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  @Test
  void theToolWritesEveryMessageAsTheseBuildersDo() {
    Map<String, Call> calls = new LinkedHashMap<>();
    calls.put("(id = 7, greet = \"Ada\")", Call.greet(7, "Ada"));
    calls.put("(id = 0, greet = \"\")", Call.greet(0, ""));
    calls.put(
        "(id = 9223372036854775807, greet = \"Zoë 東京\")", Call.greet(Long.MAX_VALUE, "Zoë 東京"));
    calls.put("(id = 1, greet = \"" + LONGEST + "\")", Call.greet(1, LONGEST));
    calls.put(
        "(id = 2, put = (key = \"k\", value = 0x\"00 ff 80\"))",
        Call.put(2, new Entry(new byte[] {'k'}, new byte[] {0, -1, -128})));
    calls.put(
        "(id = 3, put = (key = \"%s\", value = \"\"))".formatted("a".repeat(1024)),
        Call.put(3, new Entry("a".repeat(1024).getBytes(UTF_8), new byte[0])));
    calls.forEach(
        (text, call) ->
            assertThat(written(messages -> messages.write(call)))
                .as(text)
                .isEqualTo(encoded("Call", text)));
    Map<String, Answer> answers = new LinkedHashMap<>();
    answers.put("(id = 7, greeting = \"hello, Zoë\")", Answer.greeting(7, "hello, Zoë"));
    answers.put("(id = 8, kept = true)", Answer.kept(8, true));
    answers.put("(id = 9, kept = false)", Answer.kept(9, false));
    answers.put("(id = 1, refused = \"too long\")", Answer.refused(1, "too long"));
    answers.forEach(
        (text, answer) ->
            assertThat(written(messages -> messages.write(answer)))
                .as(text)
                .isEqualTo(encoded("Answer", text)));
  }

  @Test
  void whatTheToolAsksIsAnsweredInWhatTheToolReads() throws IOException {
    try (ServerProcess server = ServerProcess.ready(CAPNP, "--variant", "tuned")) {
      assertThat(answered(server, "(id = 7, greet = \"Ada\")"))
          .isEqualTo("(id = 7, greeting = \"hello, Ada\")");
      assertThat(answered(server, "(id = 8, greet = \"" + LONGEST + "\")"))
          .isEqualTo("(id = 8, greeting = \"hello, " + LONGEST + "\")");
      assertThat(answered(server, "(id = 9, put = (key = 0x\"00\", value = \"v\"))"))
          .isEqualTo("(id = 9, kept = true)");
      assertThat(answered(server, "(id = 10, put = (key = \"\", value = \"v\"))"))
          .isEqualTo("(id = 10, refused = \"a key of 0 bytes: 1 to 1024 expected\")");
      assertThat(server.usage().technology()).isEqualTo(CAPNP);
      assertThat(server.usage().callsServed()).isEqualTo(3);
      assertThat(server.usage().callsFailed()).isEqualTo(1);
    }
  }

  /** What the tool reads in the answer to what the tool wrote. */
  private static String answered(ServerProcess server, String call) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(server.address());
      socket.getOutputStream().write(encoded("Call", call));
      socket.shutdownOutput();
      return decoded("Answer", socket.getInputStream().readAllBytes());
    }
  }
}
