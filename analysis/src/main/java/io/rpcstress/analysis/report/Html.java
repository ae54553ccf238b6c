package io.rpcstress.analysis.report;

import gg.jte.html.HtmlInterceptor;
import gg.jte.html.HtmlTemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import org.jspecify.annotations.Nullable;

/**
 * A page that a template writes. The template engine escapes every value for the place that it
 * stands in; here is what it leaves open: characters that HTML forbids, and JSON inside of scripts.
 */
final class Html extends OwaspHtmlTemplateOutput {

  private Html(StringOutput page) {
    super(page);
  }

  /** What the build makes of a template: a method that writes it. */
  interface Template<V> {
    void render(HtmlTemplateOutput page, HtmlInterceptor interceptor, V view);
  }

  /** The text that a template writes of a view. */
  @SuppressWarnings("NullAway") // null is the engine's word for: no tag is intercepted
  static <V> String page(Template<V> template, V view) {
    StringOutput page = new StringOutput();
    template.render(new Html(page), null, view);
    return page.toString();
  }

  /** Control characters are forbidden in HTML and could only mislead a terminal. */
  @Override
  public void writeUserContent(@Nullable String value) {
    super.writeUserContent(value == null ? null : visible(value));
  }

  private static String visible(String raw) {
    StringBuilder visible = new StringBuilder(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      boolean forbidden = Character.isISOControl(c) && c != '\n' && c != '\t';
      visible.append(forbidden ? '\ufffd' : c);
    }
    return visible.toString();
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
}
