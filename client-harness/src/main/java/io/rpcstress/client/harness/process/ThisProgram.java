package io.rpcstress.client.harness.process;

import io.rpcstress.client.harness.driver.Drivers;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.measure.Point;
import io.rpcstress.usage.ShellWords;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** This program, as further processes of it are started. */
public final class ThisProgram {

  /** Its main class; by name, since that stands above all packages. */
  private static final String MAIN = "io.rpcstress.client.harness.ClientHarness";

  private ThisProgram() {}

  /** With every technology, as a person starts it: the words between JVM and arguments. */
  public static List<String> whole() {
    return List.of("-cp", classPath(), MAIN);
  }

  /**
   * For the process that measures one technology: with the jar of its driver on the class path
   * where it has one, and no other driver's.
   */
  public static List<String> measuring(String contender) {
    Optional<Path> jar = Drivers.jar(Contender.of(contender, Point.EXAMPLE).technology());
    return List.of(
        "-D" + Drivers.CLASS_PATH_ALONE + "=true",
        "-cp",
        jar.map(driver -> classPath() + File.pathSeparator + driver).orElse(classPath()),
        MAIN);
  }

  private static String classPath() {
    return System.getProperty("java.class.path", "");
  }

  /** As a person pastes it into a shell. */
  public static String line(List<String> arguments) {
    return "java -jar client-harness.jar " + ShellWords.join(arguments);
  }
}
