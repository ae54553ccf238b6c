package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Where annotations may stand, and what is refused at start-up because it would be unsafe. */
class PublishingTest {
  /** An interface that both sides share, as with OpenFeign and Dubbo. */
  @RPCXServer("shared")
  @RPCXClient(remoteServerName = "shared")
  interface Shared {
    @Method("greet")
    String greet(String name);

    @Method("count")
    default int count(List<String> names) {
      return names.size();
    }
  }

  static class Plain implements Shared {
    @Override
    public String greet(String name) {
      return "hello, " + name;
    }
  }

  @RPCXServer("parent")
  static class Parent {
    @Method("greet")
    public String greet(String name) {
      return "parent " + name;
    }

    @Method("other")
    public String other(String name) {
      return "other " + name;
    }
  }

  /** What CGLIB makes: overrides without annotations. */
  static class Child extends Parent {
    @Override
    public String greet(String name) {
      return "child of " + super.greet(name);
    }
  }

  @RPCXClient(remoteServerName = "parent")
  interface ParentClient {
    @Method("greet")
    String greet(String name);

    @Method("other")
    String other(String name);
  }

  private static void serves(Object provider) {
    try (ServiceCentre centre = Greeter.serve(provider);
        RPCX rpcx = Greeter.connectTo(centre)) {
      Shared client = rpcx.client(Shared.class);
      assertThat(client.greet("Ada")).endsWith("hello, Ada");
      assertThat(client.count(List.of("a", "b"))).isEqualTo(2);
    }
  }

  @Test
  void annotationsOfASharedInterfaceCount() {
    serves(new Plain());
  }

  @Test
  void inheritedAnnotationsCount() {
    try (ServiceCentre centre = Greeter.serve(new Child());
        RPCX rpcx = Greeter.connectTo(centre)) {
      ParentClient client = rpcx.client(ParentClient.class);
      assertThat(client.greet("Ada")).isEqualTo("child of parent Ada");
      assertThat(client.other("Ada")).isEqualTo("other Ada");
    }
  }

  private static Object proxy(Object target, Class<?>... interfaces) {
    return Proxy.newProxyInstance(
        PublishingTest.class.getClassLoader(),
        interfaces,
        (self, method, arguments) -> {
          try {
            return method.invoke(target, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }

  @Test
  void aDynamicProxyOfASharedInterfaceIsServed() {
    serves(proxy(new Plain(), Shared.class));
  }

  @RPCXServer("hidden")
  static class Hidden {
    @SuppressWarnings("UnusedMethod")
    @Method("private")
    private String one() {
      return "";
    }
  }

  @RPCXServer("hidden")
  static class Fixed {
    @Method("static")
    public static String one() {
      return "";
    }
  }

  static final class A {
    record Point(int x, int y) {}

    enum Colour {
      RED
    }
  }

  static final class B {
    record Point(int latitude, int longitude) {}

    @Published("Shade")
    enum Colour {
      RED
    }
  }

  @RPCXServer("points")
  static class Points {
    @Method("a")
    public int a(A.Point point) {
      return point.x();
    }

    @Method("b")
    public int b(B.Point point) {
      return point.latitude();
    }
  }

  @RPCXServer("colours")
  static class Colours {
    @Method("a")
    public A.Colour a(B.Colour colour) {
      return A.Colour.RED;
    }
  }

  @RPCXServer("late")
  static class Late {
    @Method(value = "a", deadlineMillis = -1)
    public void a() {}
  }

  @RPCXClient(remoteServerName = "late")
  interface LateClient {
    @Method(value = "a", deadlineMillis = -1)
    void a();
  }

  interface Second extends Shared {}

  @RPCXServer("other")
  interface Other {
    @Method("x")
    String x();
  }

  static class Both extends Plain implements Other {
    @Override
    public String x() {
      return "";
    }
  }

  @RPCXServer("first-points")
  static class FirstPoints {
    @Method("a")
    public int a(A.Point point) {
      return point.x();
    }
  }

  @RPCXServer("second-points")
  static class SecondPoints {
    @Method("b")
    public B.Point b() {
      return new B.Point(1, 2);
    }
  }

  static final class C {
    enum Colour {
      RED
    }
  }

  @RPCXClient(remoteServerName = "points")
  interface PointsClient {
    @Method("a")
    int a(A.Point point);

    @Method("b")
    CompletableFuture<List<B.Point>> b();
  }

  @RPCXClient(remoteServerName = "colours")
  interface ColoursClient {
    @Method("a")
    A.Colour a(C.Colour colour);
  }

  @RPCXClient(remoteServerName = "colours")
  interface ShadesClient {
    @Method("a")
    A.Colour a(B.Colour colour);
  }

  private static void refused(Object provider, String words) {
    assertThatThrownBy(() -> ServiceCentre.builder().publish(provider).start().close())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }

  @Test
  void twoTypesOfOneNameInTwoServicesAreRefusedWithBothNames() {
    ServiceCentre.Builder both =
        ServiceCentre.builder().publish(new FirstPoints()).publish(new SecondPoints());
    assertThatThrownBy(() -> both.start().close())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("would both be record:Point")
        .hasMessageContaining(A.Point.class.getName())
        .hasMessageContaining(B.Point.class.getName());
  }

  @Test
  void twoTypesOfOneNameInOneClientInterfaceAreRefusedWithBothNames() {
    try (RPCX rpcx = RPCX.builder().build()) {
      assertThatThrownBy(() -> rpcx.client(PointsClient.class))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("would both be record:Point")
          .hasMessageContaining(A.Point.class.getName())
          .hasMessageContaining(B.Point.class.getName());
      assertThatThrownBy(() -> rpcx.client(ColoursClient.class))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("would both be enum:Colour")
          .hasMessageContaining(A.Colour.class.getName())
          .hasMessageContaining(C.Colour.class.getName());
      assertThat(rpcx.client(ShadesClient.class)).as("distinct by @Published").isNotNull();
    }
  }

  @Test
  void whatWouldBeUnsafeIsRefusedAtStartUp() {
    refused(new Hidden(), "one is private");
    refused(new Fixed(), "one is static");
    refused(new Points(), "would both be record:Point");
    refused(new Both(), "give the class an @RPCXServer of its own");
    refused(new Late(), "deadlineMillis = -1");
    try (RPCX rpcx = RPCX.builder().build()) {
      assertThatThrownBy(() -> rpcx.client(LateClient.class))
          .hasMessageContaining("deadlineMillis = -1");
    }
  }

  @Test
  void aPublishedNameDistinguishesTypes() {
    Greeter.serve(new Colours()).close();
  }

  @Test
  void whatIsPublishedCanBeListed() {
    try (ServiceCentre centre = Greeter.serve(new Greeter.Service())) {
      assertThat(centre.published())
          .contains(
              "greeter.greet(string): string",
              "greeter.hold(string): string, blocking",
              "greeter.later(string): string, asynchronous",
              "greeter.note(string): nothing",
              "rpcx.health.check(): string");
    }
  }
}
