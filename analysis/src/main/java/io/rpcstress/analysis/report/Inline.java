package io.rpcstress.analysis.report;

import static java.util.stream.Collectors.joining;

import io.rpcstress.analysis.model.Resources;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * A page's style and scripts, which come from this jar alone, and the content security policy that
 * allows these and nothing else. Immutable.
 */
final class Inline {

  private final String style;
  private final List<String> scripts;

  Inline(List<String> scripts) {
    this.style = Resources.text(Inline.class, "page.css");
    this.scripts = List.copyOf(scripts);
    scripts.forEach(Inline::requireOneElement);
  }

  static String beside(String name) {
    return Resources.text(Inline.class, name + ".js");
  }

  String style() {
    return style;
  }

  /** Each as it may stand in an element of its own, in their order. */
  List<String> scripts() {
    return scripts;
  }

  /** The policy that allows one inline style and some inline scripts, and nothing else. */
  String policy() {
    return "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src "
        + hash(style)
        + "; script-src "
        + scripts.stream().map(Inline::hash).collect(joining(" "));
  }

  private static void requireOneElement(String script) {
    if (script.contains("</script") || script.contains("<!--")) {
      throw new IllegalStateException("a script of the report would end its own element");
    }
  }

  /** The hash by which a content security policy allows one inline script or style. */
  static String hash(String inline) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(inline.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
