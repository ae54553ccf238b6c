package io.rpcstress.analysis.command;

import io.rpcstress.analysis.database.UnusableInputException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.sql.SQLException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What goes wrong, as one line on stderr and an exit code. */
public final class Errors {

  /** Something could not be read or made, or a gate failed. */
  static final int FAILED = 1;

  /** Wrong usage: a folder, URL or option that cannot be used. */
  static final int MISUSE = 2;

  static final int UNDECIDED = 3;

  private Errors() {}

  /** The same command line, which tells its user in one line what went wrong. */
  public static CommandLine handledBy(CommandLine commandLine) {
    return commandLine
        .setParameterExceptionHandler((e, args) -> misuse(e))
        .setExecutionExceptionHandler((e, command, parsed) -> failed(e, command));
  }

  private static int misuse(ParameterException e) {
    CommandLine command = e.getCommandLine();
    command.getErr().println(oneLine(command, e));
    UnmatchedArgumentException.printSuggestions(e, command.getErr());
    return MISUSE;
  }

  private static int failed(Exception e, CommandLine command) throws Exception {
    if (e instanceof UnusableInputException) {
      command.getErr().println(oneLine(command, e));
      return MISUSE;
    }
    if (e instanceof IOException || e instanceof SQLException) {
      command.getErr().println(oneLine(command, e));
      return FAILED;
    }
    throw e;
  }

  private static String oneLine(CommandLine command, Exception e) {
    return command.getCommandSpec().qualifiedName() + ": " + said(e);
  }

  /** What went wrong, in one line that names the file where there is one. */
  static String said(Exception e) {
    String line = String.valueOf(e.getMessage());
    if (e instanceof AccessDeniedException denied) {
      line =
          denied.getFile()
              + ": permission denied; give this user the right to it, or copy the sweep elsewhere";
    } else if (e instanceof FileAlreadyExistsException there) {
      line = there.getFile() + " is where a folder has to be: move it away";
    } else if (e instanceof NoSuchFileException gone) {
      line = gone.getFile() + " does not exist: check the path";
    }
    return line.replaceAll("\\R", " ");
  }
}
