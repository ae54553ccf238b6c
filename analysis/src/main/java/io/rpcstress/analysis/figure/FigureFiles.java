package io.rpcstress.analysis.figure;

import com.github.weisj.jsvg.SVGDocument;
import com.github.weisj.jsvg.parser.DocumentLimits;
import com.github.weisj.jsvg.parser.LoaderContext;
import com.github.weisj.jsvg.parser.SVGLoader;
import com.github.weisj.jsvg.view.ViewBox;
import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2D;
import io.rpcstress.measure.AtomicFile;
import java.awt.Component;
import java.awt.Graphics2D;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.jspecify.annotations.Nullable;

/** Every figure, as SVG or as PDF. */
public final class FigureFiles {

  /** A PDF's identity; its library would take the time, and no two files would be the same. */
  private static final long DOCUMENT_ID = 1;

  /** Far above what a figure has: the library's own limit is meant for untrusted files. */
  private static final DocumentLimits LIMITS = new DocumentLimits(64, 64, 200_000);

  private FigureFiles() {}

  /** Makes the files; what an earlier report made is replaced. */
  public static List<Path> write(List<Figure> figures, Path sweep) throws IOException {
    return write(
        figures,
        sweep.resolve("figures"),
        ".svg",
        each -> each.svg().getBytes(StandardCharsets.UTF_8));
  }

  public static List<Path> writePdf(List<Figure> figures, Path folder) throws IOException {
    return write(figures, folder, ".pdf", FigureFiles::pdf);
  }

  private interface Drawing {
    byte[] of(Figure figure) throws IOException;
  }

  private static List<Path> write(List<Figure> figures, Path folder, String ending, Drawing drawing)
      throws IOException {
    Files.createDirectories(folder);
    List<Path> made = new ArrayList<>();
    for (Figure figure : figures) {
      Path file = folder.resolve(figure.name() + ending);
      AtomicFile.write(file, drawing.of(figure));
      made.add(file);
    }
    return made;
  }

  /** A page of lines and outlines, as large as the figure, a point a pixel. */
  private static byte[] pdf(Figure figure) throws IOException {
    ByteArrayOutputStream pdf = new ByteArrayOutputStream();
    try (PDDocument document = new PDDocument()) {
      document.setDocumentId(DOCUMENT_ID);
      PDPage page = new PDPage(new PDRectangle(figure.width(), figure.height()));
      document.addPage(page);
      PdfBoxGraphics2D graphics = new PdfBoxGraphics2D(document, figure.width(), figure.height());
      draw(figure, graphics, figure.width(), figure.height());
      try (PDPageContentStream content = new PDPageContentStream(document, page)) {
        content.drawForm(graphics.getXFormObject());
      }
      document.save(pdf);
    }
    return pdf.toByteArray();
  }

  private static void draw(Figure figure, Graphics2D graphics, int width, int height)
      throws IOException {
    try {
      parse(figure).render((@Nullable Component) null, graphics, new ViewBox(0, 0, width, height));
    } catch (LinkageError | InternalError | RuntimeException e) {
      // A Java without fonts fails in many ways, some of them errors of class initialisation.
      throw new IOException(
          "no picture of %s: %s; Debian: apt-get install fontconfig fonts-dejavu-core"
              .formatted(figure.name(), e),
          e);
    } finally {
      graphics.dispose();
    }
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
