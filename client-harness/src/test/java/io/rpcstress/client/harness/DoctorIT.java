package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.server.base.ServerProcess;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is known about hosts and link, asked of real servers. */
class DoctorIT {

  private static final List<String> LINK_NUMBERS =
      List.of("rtt.p50.us", "rtt.p90.us", "bandwidth.mbps", "bandwidth.bytes");

  static void linkIsKnown(JsonNode link) {
    for (String key : LINK_NUMBERS) {
      assertThat(link.path(key).asString("")).as(key).matches("[0-9]+(\\.[0-9]+)?");
      assertThat(Double.parseDouble(link.path(key).asString())).as(key).isPositive();
    }
  }

  @Test
  void bothHostsAndTheLinkAreToldAndLoopbackIsAWarning() throws Exception {
    ServerProcess server = SharedServers.example("tcp");
    try (JarProcess doctor =
        JarProcess.client(
            JarProcess.calling("tcp", server, "doctor --host 127.0.0.1 --protocol tcp --json"))) {
      assertThat(doctor.exit()).as("%s", doctor.err).isEqualTo(1);
      JsonNode told = JsonMapper.shared().readTree(doctor.out.get(0));
      assertThat(told.path("server").path("jdk.version").asString())
          .isEqualTo(told.path("client").path("jdk.version").asString());
      linkIsKnown(told.path("link"));
      assertThat(told.path("warnings").toString())
          .contains("on the same host")
          .doesNotContain("no tcp server", "no usage endpoint");
    }
  }
}
