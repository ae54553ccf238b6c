package io.rpcstress.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class HtmlTest {

  @Test
  void textCannotBecomeMarkup() {
    assertThat(Html.text("<a href='x' title=\"y\">&\u0000\u001b[31m</a>\n"))
        .isEqualTo(
            "&lt;a href=&#39;x&#39; title=&quot;y&quot;&gt;&amp;\ufffd\ufffd[31m&lt;/a&gt;\n");
  }

  @Test
  void jsonCannotEndItsScript() {
    assertThat(Html.json("{\"a\":\"</script><!--&\u2028\"}"))
        .isEqualTo("{\"a\":\"\\u003c/script\\u003e\\u003c!--\\u0026\\u2028\"}");
  }

  @Test
  void aValueIsNotSearchedForPlaces() {
    assertThat(Html.fill("{{a}}-{{b}}", Map.of("a", "{{b}}", "b", "$1\\"))).isEqualTo("{{b}}-$1\\");
  }

  @Test
  void aPlaceWithoutValueIsAnError() {
    assertThatThrownBy(() -> Html.fill("{{missing}}", Map.of())).hasMessageContaining("missing");
  }

  @Test
  void hashesAsBrowsersDo() {
    // echo -n "alert('Hello, world.');" | openssl dgst -sha256 -binary | base64
    assertThat(Html.policyHash("alert('Hello, world.');"))
        .isEqualTo("'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
  }
}
