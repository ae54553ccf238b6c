package io.rpcstress.client.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Message;
import io.rpcstress.contract.PackMark;
import io.rpcstress.driver.SamplePack;
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
    MessageMix.checkLengths("big", new Message.Request[] {SamplePack.echoed(new byte[bytes])});
  }

  @Test
  void aRequestThatIsTooLongWithItsMarkIsRefused() {
    assertThatCode(() -> check(Message.MAX_BYTES - PackMark.BYTES)).doesNotThrowAnyException();
    assertThatThrownBy(() -> check(Message.MAX_BYTES - PackMark.BYTES + 1))
        .isInstanceOf(Misuse.class)
        .hasMessage(
            "--mix: big has a request of 16777209 bytes: 16777208 at most expected,"
                + " as 8 of a message name its pack");
  }
}
