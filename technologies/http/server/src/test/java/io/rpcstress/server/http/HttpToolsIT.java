package io.rpcstress.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.server.base.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** curl and load generators against the jar; skipped where they are not installed. */
class HttpToolsIT {
  private static final int CONNECTIONS = 8;
  private static final String JSON_TYPE = "Content-Type: application/json";
  private static final Pattern WRK_REQUESTS = Pattern.compile("(\\d+) requests in");

  @TempDir private Path folder = Path.of(".");

  @Test
  void curlIsAnsweredAndABadRequestIsCounted() {
    assumeTrue(
        Tool.isHere("curl", "--http2-prior-knowledge", "--version"), "no curl that knows HTTP/2");
    try (ServerProcess server = ServerProcess.ready("http-json")) {
      String[] greet = {"-H", JSON_TYPE, address(server)};
      assertThat(curl(greet, "-d", "{\"name\":\"Zoë\"}")).isEqualTo("{\"message\":\"hello, Zoë\"}");
      assertThat(curl(greet, "-d", "{}")).isEqualTo("expected {\"name\": \"...\"}\n");
      assertThat(curl(greet, "--http2-prior-knowledge", "-d", "{\"name\":\"Ada\"}"))
          .isEqualTo("{\"message\":\"hello, Ada\"}");
      String[] put = {"-H", JSON_TYPE, address(server).replace("/greet", "/put")};
      // Base64, a slash as some write it
      assertThat(curl(put, "-d", "{\"key\":\"a2V5\",\"value\":\"AP\\/\\/\"}"))
          .isEqualTo("{\"success\":true}");
      String two = "{\"content\":\"AAAAAA==\"}\n{\"content\":\"AAAAAQ==\"}\n";
      String[] stream = {"-H", JSON_TYPE, address(server).replace("/greet", "/server-stream")};
      assertThat(curl(stream, "-d", "{\"messages\":2,\"size\":4}")).isEqualTo(two);
      String[] lines = {
        "-H",
        "Content-Type: application/x-ndjson",
        address(server).replace("/greet", "/client-stream")
      };
      assertThat(curl(lines, "--data-binary", two)).matches("\\{\"messages\":2,\"checksum\":\\d+}");
      assertThat(server.usage().callsServed()).isEqualTo(5);
      assertThat(server.usage().callsFailed()).isEqualTo(1);
    }
    try (ServerProcess server = ServerProcess.ready("http-form")) {
      assertThat(curl(new String[] {address(server)}, "--data-urlencode", "name=Zoë & 東京"))
          .isEqualTo("hello, Zoë & 東京");
    }
  }

  private static String curl(String[] resource, String... more) {
    List<String> command =
        new ArrayList<>(List.of("curl", "-sS", "--noproxy", "*", "--max-time", "60"));
    command.addAll(List.of(resource));
    command.addAll(List.of(more));
    return output(command);
  }

  private static String address(ServerProcess server) {
    return "http://127.0.0.1:" + server.port() + "/greet";
  }

  @Test
  void wrkIsAnsweredRightlyEachTime() throws Exception {
    assumeTrue(isHere("wrk"), "no wrk here");
    Path script =
        Files.writeString(
            folder.resolve("greet.lua"),
            """
            wrk.method = "POST"
            wrk.body = '{"name":"Ada"}'
            wrk.headers["Content-Type"] = "application/json"
            function response(status, headers, body)
              if status ~= 200 or body ~= '{"message":"hello, Ada"}' then
                io.write("WRONG ", status, " ", body, "\\n")
              end
            end
            """);
    try (ServerProcess server = ServerProcess.ready("http-json")) {
      String report =
          output(
              List.of(
                  "wrk",
                  "-t1",
                  "-c" + CONNECTIONS,
                  "-d1s",
                  "-s",
                  script.toString(),
                  address(server)));
      assertThat(report).doesNotContain("WRONG", "Non-2xx", "Socket errors");
      Matcher requests = WRK_REQUESTS.matcher(report);
      assertThat(requests.find()).as(report).isTrue();
      long counted = Long.parseLong(requests.group(1));
      // It leaves what is open when its second is over.
      assertThat(server.usage().callsServed()).isBetween(counted, counted + CONNECTIONS);
      assertThat(counted).isPositive();
    }
  }

  private static boolean isHere(String tool) {
    return Tool.isHere("sh", "-c", "command -v " + tool);
  }

  private static String output(List<String> command) {
    return new String(Tool.output(new byte[0], command.toArray(String[]::new)), UTF_8);
  }
}
