package io.rpcstress.analysis.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.SweepData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class FigureFilesTest {

  @TempDir Path folder;

  @Test
  void everyFigureIsASvgAndAPngOfTheSizeItSays() throws Exception {
    SweepData data = MadeUpSweep.small();
    FigureBook book = new FigureBook();

    List<Path> files = new FigureFiles(book).write(data, folder);

    assertThat(files)
        .hasSameSizeAs(book.of(data).stream().flatMap(f -> List.of(f, f).stream()).toList());
    for (Figure figure : book.of(data)) {
      Document svg = xml(folder.resolve("figures/" + figure.name() + ".svg"));
      assertThat(svg.getElementsByTagName("title").item(0).getTextContent())
          .isEqualTo(figure.title());
      var png = ImageIO.read(folder.resolve("figures/" + figure.name() + ".png").toFile());
      assertThat(png.getWidth()).isEqualTo((int) (figure.width() * Raster.SCALE));
    }
  }

  private static Document xml(Path file) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    return factory.newDocumentBuilder().parse(Files.newInputStream(file));
  }

  @Test
  void nothingMeasuredGivesNoFigure() throws IOException {
    assertThat(new FigureFiles(new FigureBook()).write(MadeUpSweep.empty(), folder)).isEmpty();
  }
}
