package io.rpcstress.analysis.output;

import io.rpcstress.analysis.model.SweepData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Something that is made out of a sweep's data: the figures, the report page. */
public interface ReportOutput {

  /** One word for progress lines, for example {@code figures}; also the subcommand's name. */
  String name();

  /**
   * Makes its files; an earlier run's files of the same name are replaced.
   *
   * @param data of one sweep
   * @param sweep the sweep's folder, in which the files are made
   * @return the files made, for the last line of output
   * @throws IOException if a file could not be written whole
   */
  List<Path> write(SweepData data, Path sweep) throws IOException;
}
