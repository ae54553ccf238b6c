package io.rpcstress.server.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.server.base.ServerJarContract;
import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

/** The jar as every server's jar is held to. */
class DubboServerJarIT extends ServerJarContract {
  DubboServerJarIT() {
    super("dubbo", 9016, 9116);
  }

  @Override
  protected Greeter connect(InetSocketAddress server) throws IOException {
    return new RawClient(server);
  }

  @Test
  void dubboPrintsNothingOfItself() throws Exception {
    try (ServerProcess server = ServerProcess.ready("dubbo");
        Greeter greeter = connect(server.address())) {
      assertThat(greeter.greet("Ada")).isEqualTo("hello, Ada");
      assertThat(server.err()).as("nothing but where its usage is").hasSize(1);
    }
  }
}
