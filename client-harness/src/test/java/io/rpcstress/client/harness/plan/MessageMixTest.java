package io.rpcstress.client.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.client.harness.driver.Drivers;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.PackMark;
import io.rpcstress.driver.SamplePack;
import io.rpcstress.driver.Technology;
import io.rpcstress.engine.load.Mix;
import io.rpcstress.engine.load.Workload;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mixes as options name them. */
class MessageMixTest {

  private static PackedMessage mixed(String text) {
    return Objects.requireNonNull(PackedMessage.of(null, List.of("avro"), MessageMix.of(text)));
  }

  @Test
  void itsOptionsGiveItAgainAndSoDoesItsDocument() {
    PackedMessage mix = mixed("/packs/a=b.jar=90,/packs/c.jar=10");
    assertThat(mix.options().list())
        .containsExactly("--mix", "/packs/a=b.jar=90,/packs/c.jar=10", "--encoding", "avro");
    assertThat(Documents.read("message", Documents.tree(mix), PackedMessage.class)).isEqualTo(mix);
    assertThat(mix.in("json").mix()).isEqualTo(mix.mix());
    PackedMessage one = new PackedMessage("/packs/c.jar", List.of("json"));
    assertThat(Documents.tree(one).has("mix")).isFalse();
    assertThat(MessageMix.of(null)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.jar=0,b.jar=1 | --mix 'a.jar=0': FILE=WEIGHT expected, a weight from 1 to 999999",
        "a.jar=1.5,b.jar=1 | --mix 'a.jar=1.5'",
        "a.jar=1,b.jar | --mix 'b.jar'",
        "a.jar=1, | --mix ''",
        "=1,b.jar=1 | --mix '=1'",
        "a.jar=1000000,b.jar=1 | --mix 'a.jar=1000000'",
        "a.jar=1 | --mix a.jar=1: 2 to 100 packs expected",
      })
  void whatIsNoMixIsRefusedByItsPart(String text, String message) {
    assertThatThrownBy(() -> MessageMix.of(text))
        .isInstanceOf(Misuse.class)
        .hasMessageStartingWith(message);
  }

  private static void check(int bytes) {
    Technology tcp = Drivers.find("tcp").orElseThrow().technology();
    Message.Request request = SamplePack.echoed(new byte[bytes]);
    List<Mix.Part<Message.Request>> parts = List.of(new Mix.Part<>("big", 1, request));
    Workloads.checkLengths(tcp, Workload.of(Message.OPERATION, new Mix<>("mix", parts)));
  }

  @Test
  void aRequestThatIsTooLongWithItsMarkIsRefused() {
    assertThatCode(() -> check(Message.MAX_BYTES - PackMark.BYTES)).doesNotThrowAnyException();
    assertThatThrownBy(() -> check(Message.MAX_BYTES - PackMark.BYTES + 1))
        .isInstanceOf(Misuse.class)
        .hasMessage(
            "tcp carries messages of at most 16,777,208 bytes in a mix, and echoed has one of"
                + " 16,777,209 in json: no technology carries it");
  }
}
