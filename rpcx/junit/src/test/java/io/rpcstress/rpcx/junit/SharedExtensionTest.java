package io.rpcstress.rpcx.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.RegisterExtension;

/** As a static field the extension starts once for all tests of a class. */
class SharedExtensionTest {
  @RegisterExtension
  static final RpcxExtension RPCX = RpcxExtension.publishing(new Counter.Service());

  private static final Set<Integer> SEEN = new HashSet<>();

  @RepeatedTest(3)
  void testsShareTheService(Counter.Client counter) {
    assertThat(SEEN.add(counter.next())).isTrue();
  }

  @AfterAll
  static void theServiceHasCountedThemAll() {
    assertThat(SEEN).containsExactlyInAnyOrder(1, 2, 3);
    assertThat(RPCX.client(Counter.Client.class).next()).isEqualTo(4);
  }
}
