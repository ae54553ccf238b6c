package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.ClientHarness;
import io.rpcstress.client.harness.driver.Drivers;
import io.rpcstress.client.harness.fork.Program;
import io.rpcstress.client.harness.sweep.SweepGrid.Contender;
import io.rpcstress.measure.Point;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** This program, as further processes of it are started. */
final class ThisProgram {

  private ThisProgram() {}

  /** As a person starts it, with every technology. */
  static Program whole() {
    return new Program(List.of("-cp", classPath()), ClientHarness.class.getName());
  }

  /**
   * For the process that measures one technology: with the jar of its driver on the class path
   * where it has one, and no other driver's.
   *
   * @param contender a technology, also with a variant, as {@code --protocol} takes it
   */
  static Program measuring(String contender) {
    Optional<Path> jar = Drivers.jar(Contender.of(contender, Point.EXAMPLE).technology());
    return new Program(
        List.of(
            "-D" + Drivers.CLASS_PATH_ALONE + "=true",
            "-cp",
            jar.map(driver -> classPath() + File.pathSeparator + driver).orElse(classPath())),
        ClientHarness.class.getName());
  }

  private static String classPath() {
    return System.getProperty("java.class.path", "");
  }
}
