package io.rpcstress.analysis;

import io.rpcstress.analysis.command.CompareCommand;
import io.rpcstress.analysis.command.Errors;
import io.rpcstress.analysis.command.PublishCommand;
import io.rpcstress.analysis.command.ReportCommand;
import io.rpcstress.analysis.command.StepCommand;
import io.rpcstress.analysis.command.SummaryCommand;
import io.rpcstress.measure.help.ShortHelp;
import io.rpcstress.usage.Build;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/** The program: {@code java -jar analysis.jar report DIR}. */
@Command(
    name = "analysis",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Analysis.Version.class,
    header = "Makes a database, tables, figures and a report from a sweep's raw files.",
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all good",
      "1:something failed, or --fail-if-slower found a slower point",
      "2:misuse",
      "3:--fail-if-slower is undecided"
    })
public final class Analysis {

  /** How wide a help is where no terminal says how wide it is. */
  private static final int HELP_COLUMNS = 80;

  /** A command with so many options, or fewer, shows them all. */
  private static final int FEW_OPTIONS = 4;

  private static final ShortHelp HELP =
      new ShortHelp(
          FEW_OPTIONS,
          Set.of("--fail-if-slower", "--help", "--html", "--into", "--p99", "--rate", "--verbose"),
          List.of());

  private Analysis() {}

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT); // a number is printed alike for everybody
    System.exit(commandLine().execute(args));
  }

  /** The command line, for tests that run it without ending the process. */
  public static CommandLine commandLine() {
    CommandLine line =
        new CommandLine(new Analysis())
            .addSubcommand(new ReportCommand())
            .addSubcommand(StepCommand.importing())
            .addSubcommand(StepCommand.cleaning())
            .addSubcommand(StepCommand.tables())
            .addSubcommand(StepCommand.figures())
            .addSubcommand(StepCommand.paper())
            .addSubcommand(new CompareCommand())
            .addSubcommand(new SummaryCommand())
            .addSubcommand(new PublishCommand())
            .registerConverter(Path.class, Analysis::path)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setExpandAtFiles(false)
            .setUsageHelpWidth(HELP_COLUMNS)
            .setUsageHelpAutoWidth(true)
            .setExecutionStrategy(Analysis::run);
    HELP.addTo(line);
    return Errors.handledBy(line);
  }

  private static int run(ParseResult parsed) {
    HELP.arrange(parsed);
    return new CommandLine.RunLast().execute(parsed);
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new TypeConversionException(
          "'%s': not in the encoding of this locale, %s: start it with LC_ALL=C.UTF-8"
              .formatted(text, System.getProperty("sun.jnu.encoding")));
    }
  }

  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return Build.lines("analysis", Analysis.class);
    }
  }
}
