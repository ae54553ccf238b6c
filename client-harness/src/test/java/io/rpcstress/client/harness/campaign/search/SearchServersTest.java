package io.rpcstress.client.harness.campaign.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.client.harness.process.ServerControl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchServersTest {

  @TempDir Path folder;
  private Path program;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  /** Keeps what it is asked, and which servers run, each a file of its name. */
  @BeforeEach
  void writeTheProgram() throws IOException {
    program =
        Files.createFile(
            folder.resolve("control.sh"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.writeString(
        program,
        """
        #!/bin/sh
        cd "$(dirname "$0")"
        echo "$@" >>asked
        verb=$1
        shift
        for name in "$@"; do
          case $verb in
            start) [ ! -e broken ] && : >"run-$name" || exit 1 ;;
            stop) rm -f "run-$name" ;;
            status) [ -e "run-$name" ] || exit 1 ;;
          esac
        done
        """);
  }

  private SearchServers servers() {
    return SearchServers.by(
        new ServerControl(program, folder.resolve("log")),
        List.of("rpcx", "grpc"),
        new PrintStream(said, true, StandardCharsets.UTF_8));
  }

  private List<String> asked() throws IOException {
    return Files.readAllLines(folder.resolve("asked"));
  }

  @Test
  void theOneThatIsSearchedIsNewAndTheOthersAreDown() throws Exception {
    Files.createFile(folder.resolve("run-grpc"));
    try (SearchServers servers = servers()) {
      servers.anew(List.of("rpcx"));
      assertThat(folder.resolve("run-rpcx")).exists();
      assertThat(folder.resolve("run-grpc")).doesNotExist();
      servers.anew(List.of("rpcx"));
    }
    assertThat(asked())
        .containsExactly(
            "status rpcx",
            "status grpc",
            "stop rpcx grpc",
            "start rpcx",
            "stop rpcx grpc",
            "start rpcx",
            "stop rpcx",
            "start grpc");
    assertThat(folder.resolve("run-grpc")).as("as it was found").exists();
    assertThat(folder.resolve("run-rpcx")).doesNotExist();
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void aProcessThatIsToldToEndLeavesThemAsTheyWereAndStartsNoOther() throws Exception {
    Files.createFile(folder.resolve("run-grpc"));
    try (SearchServers servers = servers()) {
      servers.anew(List.of("rpcx"));
      servers.restore(); // as the shutdown hook does
      assertThat(folder.resolve("run-grpc")).exists();
      assertThat(folder.resolve("run-rpcx")).doesNotExist();
      assertThatThrownBy(() -> servers.anew(List.of("rpcx")))
          .as("no failure of the search, which can be gone on with")
          .isInstanceOf(InterruptedException.class)
          .hasMessageContaining("this process is ended");
    }
    assertThat(folder.resolve("run-grpc")).exists();
    assertThat(asked()).endsWith("stop rpcx", "start grpc");
  }

  @Test
  void whatNobodySearchedIsNotTouched() throws Exception {
    try (SearchServers servers = servers()) {
      servers.anew(List.of());
    }
    assertThat(folder.resolve("asked")).doesNotExist();
    try (SearchServers servers = SearchServers.untouched()) {
      servers.anew(List.of("rpcx"));
    }
  }

  @Test
  void oneThatDoesNotStartIsNamed() throws Exception {
    Files.createFile(folder.resolve("broken"));
    try (SearchServers servers = servers()) {
      assertThatThrownBy(() -> servers.anew(List.of("rpcx")))
          .isInstanceOf(IOException.class)
          .hasMessage("--server-control did not start rpcx");
    }
  }
}
