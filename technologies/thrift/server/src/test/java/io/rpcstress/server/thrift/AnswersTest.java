package io.rpcstress.server.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TMemoryInputTransport;
import org.junit.jupiter.api.Test;

/** What a connection's protocol keeps of a message that could not be read to its end. */
class AnswersTest {
  private static final String GREET = "82 21 01 05 6772656574";

  /** A connection goes on behind such a message, and its peer may send one after the other. */
  @Test
  void structuresWithoutAnEndAreForgottenAtTheNextMessage() throws TException {
    TProtocol protocol =
        Answers.compact(new TMemoryInputTransport(HostilePeers.bytes(GREET + GREET)));
    assertThat(protocol.readMessageBegin().name).isEqualTo("greet");
    for (int i = 0; i < 10; i++) {
      assertThat(protocol.readStructBegin()).isNotNull();
    }
    assertThat(protocol.readMessageBegin().name).isEqualTo("greet");
    assertThatThrownBy(protocol::readStructEnd)
        .as("there is none")
        .isInstanceOf(ArrayIndexOutOfBoundsException.class);
  }
}
