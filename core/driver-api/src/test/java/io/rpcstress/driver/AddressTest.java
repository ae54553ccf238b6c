package io.rpcstress.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts and addresses as people write them. */
class AddressTest {

  @ParameterizedTest
  @CsvSource({
    "host-b, host-b:9001",
    "b.example.org., b.example.org.:9001",
    "my_host, my_host:9001",
    "10.0.0.5, 10.0.0.5:9001",
    "::1, [::1]:9001",
    "[::1], [::1]:9001",
    "fe80::1%eth0.5, [fe80::1%eth0.5]:9001",
    "[fe80::1%2], [fe80::1%2]:9001",
    "::ffff:10.0.0.5, [::ffff:10.0.0.5]:9001",
  })
  void aHostIsWrittenSoThatItCanBeReadAgain(String host, String written) {
    Address address = new Address(host, 9001);

    assertThat(address).hasToString(written);
    assertThat(Address.parse(written)).isEqualTo(address);
    assertThat(address.host()).doesNotContain("[", "]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "a b",
        "127.0.0.1:9001",
        "host-b:9001",
        "http://127.0.0.1",
        "[::1]:9001",
        "[[::1]]",
        "[127.0.0.1]",
        "[host-b]",
        "300.1.1.1",
        "127.1",
        "10.0.0.010",
        "a..b",
        "-b",
        "::1%",
        "1::2::3",
        "user@host-b"
      })
  void whatCanBeNoHostIsRefusedWithWhatIsExpected(String host) {
    assertThatThrownBy(() -> new Address(host, 9001))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("'" + host + "': a name or an address alone expected");
  }

  @Test
  void aHostIsConnectedToByItsAddressAndCalledByItsName() {
    Address address = new Address("::1", 9001, "host-b").at(9002);

    assertThat(address).hasToString("[::1]:9002");
    assertThat(address.authority()).isEqualTo("host-b:9002");
    assertThat(address.isNamed()).isTrue();
    assertThat(new Address("::1", 9001).isNamed()).isFalse();
  }

  @Test
  void anAddressWithoutAPortIsRefused() {
    assertThatThrownBy(() -> Address.parse("::1/x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("HOST:PORT expected");
  }
}
