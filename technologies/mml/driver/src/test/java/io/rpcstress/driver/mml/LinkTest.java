package io.rpcstress.driver.mml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.embedded.EmbeddedChannel;
import io.rpcstress.contract.mml.Message;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LinkTest {

  /** Between a channel's close and the news of it a caller on another thread may come. */
  @Test
  void aCallOnAChannelThatHasClosedUnnoticedIsDisconnectedAndNotRefused() {
    Link link = new Link("127.0.0.1:1", true, () -> {});
    EmbeddedChannel channel = new EmbeddedChannel(link);
    channel.pipeline().remove(link);
    var unused = channel.close();

    CompletableFuture<Message> answer = link.send(new Message.GreetCall("ada"));

    assertThatThrownBy(answer::join)
        .cause()
        .isInstanceOfSatisfying(
            CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.DISCONNECTED));
    assertThat(link.isOpen()).as("it has not noticed").isTrue();
  }
}
