package io.rpcstress.analysis.figure;

import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Every figure, as SVG and PNG or as PDF. */
public final class FigureFiles {

  private final FigureBook book;

  public FigureFiles(FigureBook book) {
    this.book = book;
  }

  /** Makes the files; what an earlier report made is replaced. */
  public List<Path> write(SweepData data, Path sweep) throws IOException {
    Path folder = sweep.resolve("figures");
    Files.createDirectories(folder);
    List<Path> made = new ArrayList<>();
    for (Figure figure : book.of(data)) {
      Path svg = folder.resolve(figure.name() + ".svg");
      AtomicFile.write(svg, figure.svg());
      made.add(svg);
    }
    // After them, since a Java without fonts makes none.
    for (Figure figure : book.of(data)) {
      Path png = folder.resolve(figure.name() + ".png");
      AtomicFile.write(png, Drawing.png(figure));
      made.add(png);
    }
    return made;
  }

  public List<Path> writePdf(SweepData data, Path folder) throws IOException {
    Files.createDirectories(folder);
    List<Path> made = new ArrayList<>();
    for (Figure figure : book.of(data)) {
      Path pdf = folder.resolve(figure.name() + ".pdf");
      AtomicFile.write(pdf, Drawing.pdf(figure));
      made.add(pdf);
    }
    return made;
  }
}
