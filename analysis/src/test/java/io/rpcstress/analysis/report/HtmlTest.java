package io.rpcstress.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HtmlTest {

  @Test
  void textCannotBecomeMarkup() {
    assertThat(
            Html.page(
                (page, interceptor, text) -> page.writeUserContent(text),
                "<a href='x' title=\"y\">&\u0000\u001b[31m</a>\n"))
        .isEqualTo("&lt;a href='x' title=\"y\"&gt;&amp;\ufffd\ufffd[31m&lt;/a&gt;\n");
  }

  @Test
  void textCannotEndAnAttribute() {
    assertThat(
            Html.page(
                (page, interceptor, text) -> {
                  page.setContext("img", "alt");
                  page.writeUserContent(text);
                },
                "\" onerror='x'&"))
        .isEqualTo("&#34; onerror=&#39;x&#39;&amp;");
  }

  @Test
  void jsonCannotEndItsScript() {
    assertThat(Html.json("{\"a\":\"</script><!--&\u2028\"}"))
        .isEqualTo("{\"a\":\"\\u003c/script\\u003e\\u003c!--\\u0026\\u2028\"}");
  }

  @Test
  void hashesAsBrowsersDo() {
    // echo -n "alert('Hello, world.');" | openssl dgst -sha256 -binary | base64
    assertThat(Inline.hash("alert('Hello, world.');"))
        .isEqualTo("'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
  }
}
