package io.rpcstress.analysis.report;

import static java.util.stream.Collectors.joining;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The few things that keep a page safe: escaping, a template's places, hashes for its policy. */
final class Html {

  private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  private Html() {}

  /** Text as it may stand between tags and in a quoted attribute. */
  static String text(String raw) {
    StringBuilder safe = new StringBuilder(raw.length() + 16);
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      switch (c) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '"' -> safe.append("&quot;");
        case '\'' -> safe.append("&#39;");
        case '\n', '\t' -> safe.append(c);
        // Other control characters are forbidden in HTML and could only mislead a terminal.
        default -> safe.append(Character.isISOControl(c) ? '\ufffd' : c);
      }
    }
    return safe.toString();
  }

  /** Text with what stands in backticks as code. */
  static String note(String raw) {
    return CODE.matcher(text(raw)).replaceAll("<code>$1</code>");
  }

  /**
   * JSON as it may stand in a script element: nothing in it ends the element or opens a comment.
   */
  static String json(String json) {
    return json.replace("&", "\\u0026")
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  /**
   * Puts values, which must be safe already, into a template's places. A value is never searched
   * for places again.
   *
   * @throws IllegalArgumentException if a place has no value
   */
  static String fill(String template, Map<String, String> values) {
    Matcher place = PLACE.matcher(template);
    StringBuilder page = new StringBuilder();
    int from = 0;
    while (place.find()) {
      String value = values.get(place.group(1));
      if (value == null) {
        throw new IllegalArgumentException("the template's " + place.group() + " has no value");
      }
      page.append(template, from, place.start()).append(value);
      from = place.end();
    }
    return page.append(template, from, template.length()).toString();
  }

  /**
   * A script as it may stand in its element.
   *
   * @throws IllegalStateException if it would end the element
   */
  static String script(String text) {
    if (text.contains("</script") || text.contains("<!--")) {
      throw new IllegalStateException("a script of the report would end its own element");
    }
    return text;
  }

  /** The policy that allows one inline style and some inline scripts, and nothing else. */
  static String policy(String style, List<String> scripts) {
    return "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src "
        + policyHash(style)
        + "; script-src "
        + scripts.stream().map(Html::policyHash).collect(joining(" "));
  }

  /** The hash by which a content security policy allows one inline script or style. */
  static String policyHash(String inline) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(inline.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
