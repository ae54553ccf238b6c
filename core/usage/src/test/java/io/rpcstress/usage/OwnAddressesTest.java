package io.rpcstress.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.NetworkInterface;
import java.net.SocketException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnAddressesTest {

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "127.0.0.1", "127.0.0.2", "::1", "0.0.0.0", "::"})
  void loopbackAndWildcardAreThisHost(String host) {
    assertThat(OwnAddresses.include(host)).isTrue();
  }

  @Test
  void soIsEachAddressOfAnInterface() throws SocketException {
    assertThat(
            NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses).toList())
        .isNotEmpty()
        .allMatch(OwnAddresses::include);
  }

  @ParameterizedTest
  @ValueSource(strings = {"192.0.2.1", "2001:db8::1", "no such host"})
  void anotherHostAndNoHostAreNot(String host) {
    assertThat(OwnAddresses.include(host)).isFalse();
  }
}
