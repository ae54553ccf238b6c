package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.rpcx.scan.ClassPathWalk;
import io.rpcstress.rpcx.scanned.deeper.Farewell;
import io.rpcstress.rpcx.scanned.deeper.FarewellClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Publishing: what is found by recursive traversal, and what is refused at start-up. */
class ScanTest {
  private static final String PACKAGE = "io.rpcstress.rpcx.scanned";

  @Test
  void annotatedClassesAreFoundInPackagesBelow() {
    try (ServiceCentre centre = ServiceCentre.builder().scan(PACKAGE).start();
        RPCX rpcx =
            RPCX.builder().address(centre.address()).port(centre.port()).scan(PACKAGE).build()) {
      assertThat(rpcx.client(FarewellClient.class).say("Ada")).isEqualTo("bye, Ada");
    }
  }

  private static String listed(int expected, String... packages) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    assertThat(ServiceList.run(packages, print, print)).isEqualTo(expected);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void whatAScanPublishesIsListedWithoutListening() {
    assertThat(listed(0, PACKAGE)).isEqualToIgnoringNewLines("farewell.say(string): string\n");
    assertThat(listed(2, "io.rpcstress.nowhere"))
        .contains("no class with @RPCXServer below io.rpcstress.nowhere")
        .hasLineCount(1);
    assertThat(listed(2)).contains("expected names of packages").hasLineCount(1);
  }

  @Test
  void annotatedClassesAreFoundInJars(@TempDir Path directory) throws Exception {
    Path jar = directory.resolve("app with a space.jar");
    String path = Farewell.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry("io/rpcstress/rpcx/scanned/"));
      out.putNextEntry(new JarEntry(path));
      out.write(classFile(path));
    }
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, new OnlyRpcx(before))) {
      Thread.currentThread().setContextClassLoader(loader);
      try (ServiceCentre centre = ServiceCentre.builder().scan(PACKAGE).start();
          RPCX rpcx = RPCX.builder().address(centre.address()).port(centre.port()).build()) {
        assertThat(rpcx.client(FarewellClient.class).say("Ada")).isEqualTo("bye, Ada");
      }
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  @Test
  void jarsWithoutEntriesForTheirFoldersAreWalked(@TempDir Path directory) throws Exception {
    Path jar = directory.resolve("bare.jar");
    String path = Farewell.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry(path));
      out.write(classFile(path));
    }
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {jar.toUri().toURL()}, new OnlyRpcx(ScanTest.class.getClassLoader()))) {
      assertThat(ClassPathWalk.find(PACKAGE, RPCXServer.class, loader))
          .extracting(Class::getName)
          .containsExactly(Farewell.class.getName());
    }
  }

  @Test
  void circularAndDanglingLinksAndClassesThatCannotBeLoadedAreLeftOut(@TempDir Path directory)
      throws Exception {
    String path = Farewell.class.getName().replace('.', '/') + ".class";
    Path file = directory.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, classFile(path));
    Path circle = file.resolveSibling("circle");
    Files.createSymbolicLink(circle, directory.resolve("io"));
    Files.createSymbolicLink(file.resolveSibling("Gone.class"), directory.resolve("nowhere"));
    // Found under a name that is not its own: NoClassDefFoundError, as with a missing library.
    Files.write(file.resolveSibling("Alias.class"), classFile(path));
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {directory.toUri().toURL()}, new OnlyRpcx(ScanTest.class.getClassLoader()))) {
      assertThat(ClassPathWalk.find(PACKAGE, RPCXServer.class, loader))
          .extracting(Class::getName)
          .containsExactly(Farewell.class.getName());
    }
  }

  private static byte[] classFile(String path) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (InputStream in = ScanTest.class.getClassLoader().getResourceAsStream(path)) {
      in.transferTo(bytes);
    }
    return bytes.toByteArray();
  }

  /** Hides the scanned package, so that only the jar has it. */
  private static final class OnlyRpcx extends ClassLoader {
    OnlyRpcx(ClassLoader parent) {
      super(parent);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
      return name.startsWith("io/rpcstress/rpcx/scanned")
          ? Collections.emptyEnumeration()
          : super.getResources(name);
    }
  }

  @Test
  void anEmptyPackageIsAnError() {
    assertThatThrownBy(() -> ServiceCentre.builder().scan("io.rpcstress.nowhere"))
        .hasMessageContaining("no class with @RPCXServer below io.rpcstress.nowhere");
  }

  @Test
  void whatCannotBePublishedIsAnErrorThatNamesIt() {
    refused(new Object(), "has no @RPCXServer");
    refused(new Nothing(), "no method with @Method");
    refused(new Odd(), "Odd.odd: type java.lang.Thread cannot travel");
    refused(new Twice(), "publishes \"same\", which is published already");
    refused(new Reserved(), "names with rpcx. are RPCX's own");
    assertThatThrownBy(
            () -> ServiceCentre.builder().publish(new Farewell()).publish(new Farewell()).start())
        .hasMessageContaining("published already");
    assertThatThrownBy(
            () -> ServiceCentre.builder().publish(new Orders()).publish(new ShopOrders()).start())
        .hasMessageContaining("both publish \"shop.orders.place\": rename a method");
  }

  private static void refused(Object provider, String words) {
    assertThatThrownBy(() -> ServiceCentre.builder().publish(provider).start())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }

  @Test
  void whatCannotBeCalledIsAnErrorThatNamesIt() {
    try (RPCX rpcx = RPCX.builder().build()) {
      assertThatThrownBy(() -> rpcx.client(Runnable.class)).hasMessageContaining("@RPCXClient");
      assertThatThrownBy(() -> rpcx.client(NoName.class)).hasMessageContaining("has no @Method");
      assertThatThrownBy(() -> rpcx.client(OddClient.class)).hasMessageContaining("cannot travel");
      assertThatThrownBy(() -> rpcx.client(BadPort.class)).hasMessageContaining("\"http\"");
      assertThatThrownBy(() -> rpcx.client(OneWayResult.class)).hasMessageContaining("void");
      assertThatThrownBy(rpcx::connect).hasMessageContaining("nothing to connect to");
    }
  }

  @Test
  void aClientObjectIsAnObject() {
    try (RPCX rpcx = RPCX.builder().build()) {
      Greeter.Client one = rpcx.client(Greeter.Client.class);
      assertThat(one).isSameAs(rpcx.client(Greeter.Client.class)).isEqualTo(one);
      assertThat(one.hashCode()).isEqualTo(one.hashCode());
      assertThat(one).hasToString("RPCX client of greeter");
    }
  }

  @RPCXServer("shop")
  static final class Orders {
    @Method("orders.place")
    public void place() {}
  }

  @RPCXServer("shop.orders")
  static final class ShopOrders {
    @Method("place")
    public void place() {}
  }

  @RPCXServer("nothing")
  static final class Nothing {}

  @RPCXServer("odd")
  static final class Odd {
    @Method("odd")
    public void odd(Thread thread) {}
  }

  @RPCXServer("twice")
  static final class Twice {
    @Method("same")
    public void one() {}

    @Method("same")
    public void two() {}
  }

  @RPCXServer("rpcx.mine")
  static final class Reserved {
    @Method("one")
    public void one() {}
  }

  @RPCXClient(remoteServerName = "x")
  interface NoName {
    void run();
  }

  @RPCXClient(remoteServerName = "x")
  interface OddClient {
    @Method("x")
    Object run();
  }

  @RPCXClient(remoteServerName = "x", remoteServerDomain = "http")
  interface BadPort {
    @Method("x")
    void run();
  }

  @RPCXClient(remoteServerName = "x")
  interface OneWayResult {
    @Method(value = "x", oneWay = true)
    int run();
  }
}
