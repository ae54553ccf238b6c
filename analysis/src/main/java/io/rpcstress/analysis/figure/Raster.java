package io.rpcstress.analysis.figure;

import com.github.weisj.jsvg.SVGDocument;
import com.github.weisj.jsvg.parser.DocumentLimits;
import com.github.weisj.jsvg.parser.LoaderContext;
import com.github.weisj.jsvg.parser.SVGLoader;
import com.github.weisj.jsvg.view.ViewBox;
import java.awt.Color;
import java.awt.Component;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;

/** A figure as PNG, twice as many pixels as its size says: sharp at 200 dots an inch. */
final class Raster {

  /** Pixels for each of the figure's own. */
  static final double SCALE = 2;

  /** Far above what a figure has: the library's own limit is meant for files of strangers. */
  private static final DocumentLimits LIMITS = new DocumentLimits(64, 64, 200_000);

  private Raster() {}

  /**
   * Draws a figure on white.
   *
   * @throws IOException if the host cannot draw text, for want of a font
   */
  static byte[] png(Figure figure) throws IOException {
    BufferedImage image =
        new BufferedImage(
            (int) (figure.width() * SCALE),
            (int) (figure.height() * SCALE),
            BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    try {
      graphics.setColor(Color.WHITE);
      graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
      graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      graphics.setRenderingHint(
          RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
      parse(figure)
          .render(
              (@Nullable Component) null,
              graphics,
              new ViewBox(0, 0, image.getWidth(), image.getHeight()));
    } catch (LinkageError | InternalError | RuntimeException e) {
      // A Java without fonts fails in many ways, some of them errors of class initialisation.
      throw new IOException(
          "no PNG of "
              + figure.name()
              + " (the SVG is there): "
              + e
              + "; Debian: apt-get install fontconfig fonts-dejavu-core",
          e);
    } finally {
      graphics.dispose();
    }
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    ImageIO.write(image, "png", png);
    return png.toByteArray();
  }

  private static SVGDocument parse(Figure figure) {
    // The style is for dark screens alone, and the library's CSS knows no media.
    String svg =
        figure
            .svg()
            .replaceFirst("<style>.*?</style>", "")
            // Of a list the library takes the first name, and where that is missing a serif face.
            .replaceAll("font-family:[^;\"]*", "font-family:sans-serif");
    SVGDocument parsed =
        new SVGLoader()
            .load(
                new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)),
                null,
                LoaderContext.builder().documentLimits(LIMITS).build());
    if (parsed == null) {
      throw new IllegalStateException("the drawing of " + figure.name() + " is not SVG");
    }
    return parsed;
  }
}
