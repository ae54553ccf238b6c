package io.rpcstress.analysis.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A subcommand that is one step of a report: raw files to a database, or that to files. */
public final class StepCommand implements Callable<Integer> {

  private final Opening opening;
  private final Step step;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private SweepOptions options = new SweepOptions();

  private interface Opening {
    SweepDatabase of(SweepOptions options, PrintWriter progress) throws IOException;
  }

  private interface Step {
    void with(SweepDatabase work) throws SQLException, IOException;
  }

  private StepCommand(Opening opening, Step step) {
    this.opening = opening;
    this.step = step;
  }

  @Override
  public Integer call() throws Exception {
    try (SweepDatabase work = opening.of(options, spec.commandLine().getErr())) {
      step.with(work);
      return work.exitCode();
    }
  }

  private CommandLine named(String name, String header, String description, String... examples) {
    CommandLine command = new CommandLine(this);
    command
        .getCommandSpec()
        .name(name)
        .usageMessage()
        .header(header)
        .description(description)
        .footerHeading(examples.length == 1 ? "%nExample:%n" : "%nExamples:%n")
        .footer(examples);
    return command;
  }

  public static CommandLine importing() {
    return new StepCommand(SweepDatabase::open, SweepDatabase::importRaw)
        .named(
            "import",
            "Bring the raw files into the database. Doing it again changes nothing.",
            "Rows that cannot be read are listed with file and line, here and in the table bad_row. "
                + "The rest is imported, and the exit code is 1.",
            "  analysis import results/mine",
            "  RPC_STRESS_DB_USER=me analysis import results/mine --db"
                + " jdbc:postgresql://db/rpcstress");
  }

  public static CommandLine cleaning() {
    return new StepCommand(SweepDatabase::openImported, SweepDatabase::clean)
        .named(
            "clean",
            "Drop order 0 and average the rest, in the database.",
            "The rule and its SQL are kept in the table cleaning; the original rows stay. A point "
                + "with fewer orders than requested is averaged over those that it has, and marked.",
            "  analysis clean results/mine");
  }

  public static CommandLine tables() {
    return new StepCommand(SweepDatabase::openImported, work -> work.tables(work.read()))
        .named(
            "tables",
            "Make DIR/tables from the database: the paper's tables 2, 3 and 4, and ours.",
            "Each as Markdown, CSV and JSON. Import and clean the sweep first.",
            "  analysis tables results/mine");
  }

  public static CommandLine figures() {
    return new StepCommand(SweepDatabase::openImported, work -> work.figures(work.read()))
        .named(
            "figures",
            "Make DIR/figures from the database: the paper's figures 8, 9 and 10, and ours.",
            "Import and clean the sweep first.",
            "  analysis figures results/mine");
  }

  public static CommandLine paper() {
    return new StepCommand(SweepDatabase::open, work -> work.paper(work.readRaw()))
        .named(
            "paper",
            "Make LaTeX tables, macros and PDF figures of a sweep: DIR/paper.",
            "paper.tex shows all of it (pdflatex paper.tex). macros.tex has the ratios:"
                + " \\rpcxVsGrpcMin is the lowest runtime of grpc by that of rpcx, \\rpcxVsGrpcMax"
                + " the highest, \\rpcxVsGrpcPoints in how many points.",
            "  analysis paper results/published/paper.zip");
  }
}
