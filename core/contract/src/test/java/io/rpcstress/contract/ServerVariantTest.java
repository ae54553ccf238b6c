package io.rpcstress.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ServerVariantTest {
  @Test
  void aTunedServerListensBesideTheExampleOneAndHasANameOfItsOwn() {
    assertThat(ServerVariant.EXAMPLE.port(9002)).isEqualTo(9002);
    assertThat(ServerVariant.TUNED.port(9002)).isEqualTo(9102);
    assertThat(ServerVariant.EXAMPLE.of("grpc")).isEqualTo("grpc");
    assertThat(ServerVariant.TUNED.of("grpc")).isEqualTo("grpc@tuned");
  }

  @Test
  void aLabelIsReadBackAndAnyOtherWordRefused() {
    for (ServerVariant variant : ServerVariant.values()) {
      assertThat(ServerVariant.parse(variant.label())).isEqualTo(variant);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ServerVariant.parse("fast"))
        .withMessage("expected example or tuned, not 'fast'");
  }
}
