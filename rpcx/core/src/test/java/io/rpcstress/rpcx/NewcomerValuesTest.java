package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.URI;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What users of RPC libraries run into with types and values, one test for each kind. */
class NewcomerValuesTest {
  /** A service of any kind of thing. */
  interface Crud<T, I> {
    @Method("find")
    T find(I id);

    @Method("page")
    Page<T> page(List<? extends I> ids);

    @Method("any")
    Object any();
  }

  /** One page. */
  record Page<T>(List<T> items, @Nullable Page<T> next) {}

  /** A thing. */
  record User(String name, Shape shape) {}

  /** One of several records. */
  sealed interface Shape permits Circle, Group {}

  record Circle(double radius) implements Shape {}

  record Group(List<Shape> shapes) implements Shape {}

  /** Overrides one method, and inherits another. */
  @RPCXClient(remoteServerName = "users")
  @RPCXServer("users")
  interface Users extends Crud<User, Long> {
    @Override
    User find(Long id);

    @Override
    String any();
  }

  /** The service. */
  static final class UserService implements Users {
    @Override
    public User find(Long id) {
      return new User("u" + id, new Group(List.of(new Circle(id), new Group(List.of()))));
    }

    @Override
    public Page<User> page(List<? extends Long> ids) {
      return new Page<>(List.of(find(ids.get(0))), new Page<>(List.of(), null));
    }

    @Override
    public String any() {
      return "any";
    }
  }

  /** Has other methods of the same name, which a bridge could be taken for. */
  @RPCXClient(remoteServerName = "users")
  interface Overloads extends Crud<User, Long> {
    @Override
    @Method("find")
    User find(Long id);

    @Method("byName")
    User find(String name);

    @Method("byShape")
    User find(Shape shape);

    @Method("byUuid")
    User find(UUID id);

    @Override
    String any();
  }

  /** Has another method of the same name, which names no remote method. */
  @RPCXClient(remoteServerName = "users")
  interface Unnamed extends Crud<User, Long> {
    @Override
    @Method("find")
    User find(Long id);

    User find(String name);

    @Override
    String any();
  }

  @Test
  void overloadsBesideAnOverriddenMethod() {
    with(
        new UserService(),
        Overloads.class,
        users -> {
          Crud<User, Long> general = users;
          assertThat(general.find(1L)).isEqualTo(new UserService().find(1L));
        });
    try (RPCX caller = RPCX.builder().build()) {
      assertThatThrownBy(() -> caller.client(Unnamed.class)).hasMessageContaining("has no @Method");
    }
  }

  @Test
  void inheritedAndGenericMethods() {
    try (ServiceCentre other = ServiceCentre.builder().publish(new UserService()).start();
        RPCX caller = RPCX.builder().address("127.0.0.1").port(other.port()).build()) {
      Users users = caller.client(Users.class);
      User one = new UserService().find(1L);
      assertThat(users.find(1L)).isEqualTo(one);
      Crud<User, Long> general = users;
      assertThat(general.find(1L)).isEqualTo(one);
      assertThat(general.any()).isEqualTo("any");
      assertThat(users.page(List.of(1L)))
          .isEqualTo(new Page<>(List.of(one), new Page<>(List.of(), null)));
    }
  }

  /** Has a method of its own. */
  @RPCXClient(remoteServerName = "greeter")
  interface Shouting {
    @Method("greet")
    String greet(String name);

    default String shout(String name) {
      return greet(name) + "!";
    }
  }

  @Test
  void aDefaultMethodOfAPackagePrivateInterfaceRuns() {
    with(
        new Greeter.Service(),
        Shouting.class,
        shouting -> assertThat(shouting.shout("Ada")).isEqualTo("hello, Ada!"));
  }

  /** Constants of today. */
  @Published(value = "state", unknown = "OTHER")
  enum State {
    ACTIVE,
    OTHER
  }

  /** Constants of tomorrow. */
  @Published("state")
  enum NewState {
    ACTIVE,
    ARCHIVED
  }

  /** Constants without one for unknown ones. */
  @Published("plain")
  enum Plain {
    ACTIVE
  }

  /** The same of tomorrow. */
  @Published("plain")
  enum NewPlain {
    ARCHIVED
  }

  /** Values of many types. */
  @RPCXClient(remoteServerName = "values")
  interface Values {
    @Method("same")
    Map<State, Set<LocalDate>> days(Map<State, Set<LocalDate>> days);

    @Method("uris")
    Map<UUID, Set<Circle>> circles(Map<UUID, Set<Circle>> circles);

    @Method("zoned")
    List<ZonedDateTime> zoned(List<? extends ZonedDateTime> times);

    @Method("uri")
    URI uri(URI uri);
  }

  /** Texts. */
  @RPCXClient(remoteServerName = "values")
  interface Texts {
    @Method("text")
    String text(String text);

    @Method("keys")
    int keys(Map<String, Integer> map);

    @Method("many")
    int many(List<String> many);
  }

  /** Enums. */
  @RPCXClient(remoteServerName = "values")
  interface Constants {
    @Method("state")
    State state();

    @Method("plain")
    Plain plain();

    @Method("maybe")
    Optional<Plain> maybe();
  }

  /** Gives back what comes. */
  @RPCXServer("values")
  static final class ValueService {
    @Method("same")
    public Map<State, Set<LocalDate>> days(Map<State, Set<LocalDate>> days) {
      return days;
    }

    @Method("uris")
    public Map<UUID, Set<Circle>> circles(Map<UUID, Set<Circle>> circles) {
      return circles;
    }

    @Method("zoned")
    public List<ZonedDateTime> zoned(List<ZonedDateTime> times) {
      return times;
    }

    @Method("uri")
    public URI uri(URI uri) {
      return uri;
    }
  }

  /** Gives back what comes. */
  @RPCXServer("values")
  static final class TextService {
    @Method("text")
    public String text(String text) {
      return text;
    }

    @Method("keys")
    public int keys(Map<String, Integer> map) {
      return map.size();
    }

    @Method("many")
    public int many(List<String> many) {
      return many.size();
    }
  }

  /** Of tomorrow. */
  @RPCXServer("values")
  static final class NewValueService {
    @Method("state")
    public NewState state() {
      return NewState.ARCHIVED;
    }

    @Method("plain")
    public NewPlain plain() {
      return NewPlain.ARCHIVED;
    }

    @Method("maybe")
    public Optional<NewPlain> maybe() {
      return Optional.of(NewPlain.ARCHIVED);
    }
  }

  private static <T> void with(Object provider, Class<T> type, Consumer<T> test) {
    try (ServiceCentre other = ServiceCentre.builder().publish(provider).start();
        RPCX caller = RPCX.builder().address("127.0.0.1").port(other.port()).build()) {
      test.accept(caller.client(type));
    }
  }

  @Test
  void closedListOfValues() {
    with(
        new ValueService(),
        Values.class,
        values -> {
          var days = Map.of(State.ACTIVE, Set.of(LocalDate.of(2026, 1, 2), LocalDate.MIN));
          assertThat(values.days(days)).isEqualTo(days);
          var circles = Map.of(UUID.randomUUID(), Set.of(new Circle(1), new Circle(2)));
          assertThat(values.circles(circles)).isEqualTo(circles);
          var times = List.of(ZonedDateTime.parse("2026-01-02T03:04+01:00[Europe/Paris]"));
          assertThat(values.zoned(times)).isEqualTo(times);
          URI uri = URI.create("https://example.com/a?b=c");
          assertThat(values.uri(uri)).isEqualTo(uri);
          isNotSent(() -> values.uri(URI.create("a\ud800")), "unpaired surrogate");
          Set<Circle> received = values.circles(circles).values().iterator().next();
          for (int i = 0; i < 1_000; i++) {
            received.add(new Circle(3));
          }
          assertThat(received).as("a set as any other").hasSize(3);
        });
  }

  private static void isNotSent(ThrowableAssert.ThrowingCallable call, String why) {
    RPCXException refused = catchThrowableOfType(RPCXException.class, call);
    assertThat(refused.status()).isEqualTo(StatusCode.INVALID_ARGUMENT);
    assertThat(refused.mayHaveRun()).isFalse();
    assertThat(refused).hasMessageContaining(why);
  }

  @Test
  void textThatIsNoText() {
    with(
        new TextService(),
        Texts.class,
        values -> {
          assertThat(values.text("abc\ud83d\ude00")).isEqualTo("abc\ud83d\ude00");
          isNotSent(() -> values.text("abc\ud83d\ude00".substring(0, 4)), "at index 3");
          isNotSent(() -> values.keys(Map.of("\ud800", 1, "\ud801", 2)), "unpaired surrogate");
          isNotSent(() -> values.many(Collections.nCopies(100_001, "")), "100001 elements");
        });
  }

  @Test
  void aNewerEnumConstant() {
    with(
        new NewValueService(),
        Constants.class,
        values -> {
          assertThat(values.state()).isEqualTo(State.OTHER);
          assertThat(values.maybe()).isEmpty();
          assertThatThrownBy(values::plain)
              .hasMessageContaining("ARCHIVED is no constant of enum:plain here")
              .hasMessageContaining("deploy those who read");
        });
  }
}
