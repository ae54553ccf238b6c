package io.rpcstress.analysis.figure;

import java.nio.file.Path;

/** By-hand trial. */
public final class Trial {
  private Trial() {}

  public static void main(String[] args) throws Exception {
    var data = args[1].equals("whole") ? MadeUpSweep.whole() : MadeUpSweep.small();
    long t = System.nanoTime();
    FigureBook book = new FigureBook();
    book.of(data);
    System.out.println("drawn " + (System.nanoTime() - t) / 1e9);
    t = System.nanoTime();
    new FigureFiles(book).write(data, Path.of(args[0]));
    System.out.println("written " + (System.nanoTime() - t) / 1e9);
  }
}
