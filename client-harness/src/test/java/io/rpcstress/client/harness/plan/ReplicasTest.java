package io.rpcstress.client.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplicasTest {

  @ParameterizedTest
  @CsvSource({
    "mml=9113, [::1]:9113",
    "mml=host-b:9113, host-b:9113",
    "mml=[fe80::1%eth0]:9113, [fe80::1%eth0]:9113",
    "mml=fe80::1:9113, [fe80::1]:9113",
  })
  void aFurtherServerIsAtItsOwnHostOrThatOfAll(String word, String address) {
    assertThat(new Replicas(List.of(word)).all("::1"))
        .extracting(each -> each.address().toString())
        .containsExactly(address);
  }

  @Test
  void whatCanBeNoHostIsMisuse() {
    assertThatThrownBy(() -> new Replicas(List.of("mml=http://b:9113")).all("b"))
        .isInstanceOf(Misuse.class)
        .hasMessageContaining("--replica mml=http://b:9113: 'http://b': a name or an address");
  }
}
