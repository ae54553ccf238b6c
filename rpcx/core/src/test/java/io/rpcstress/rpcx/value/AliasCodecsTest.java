package io.rpcstress.rpcx.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Codecs chosen by what a server reports of its types, which may be anything. */
class AliasCodecsTest {
  private static AliasCodecs codecs(Function<String, Map<String, String>> members) {
    return new AliasCodecs(members, (value, type) -> value);
  }

  @Test
  void typesThatNeverEndAreRefused() {
    AliasCodecs deep = codecs(alias -> Map.of("next", alias + "0"));
    assertThatThrownBy(() -> deep.of("record:R")).isInstanceOf(IllegalStateException.class);
    String lists = "list<".repeat(1_000) + "int32" + ">".repeat(1_000);
    assertThatThrownBy(() -> deep.of(lists)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> deep.of("map<string>")).isInstanceOf(IllegalStateException.class);
    int[] made = {0};
    AliasCodecs wide =
        codecs(
            alias -> {
              Map<String, String> members = new HashMap<>();
              for (int i = 0; i < 5_000; i++) {
                members.put("m" + i, "record:R" + made[0]++);
              }
              return members;
            });
    assertThatThrownBy(() -> wide.of("record:R")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> wide.types(List.of("list<record:R>")))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void typesAreFoundWhereverTheyStandAndOnce() {
    AliasCodecs codecs =
        codecs(
            alias ->
                alias.equals("record:R")
                    ? Map.of("next", "optional<record:R>", "size", "enum:Size")
                    : Map.of("LARGE", ""));
    assertThat(codecs.types(List.of("map<string,list<record:R>>", "int32")).keySet())
        .containsExactly("record:R", "enum:Size");
  }

  @Test
  void aTypeThatCouldNotBeReadIsReadAgain() {
    boolean[] failed = {false};
    AliasCodecs codecs =
        codecs(
            alias -> {
              if (!failed[0]) {
                failed[0] = true;
                throw new IllegalStateException("the server is away");
              }
              return Map.of("name", "string");
            });
    assertThatThrownBy(() -> codecs.of("record:R")).hasMessageContaining("away");
    ValueCodec codec = codecs.of("record:R");
    Map<String, String> value = Map.of("name", "Ada");
    assertThat(codec.decode(codec.encode(value), new ObjectBudget(10))).isEqualTo(value);
  }
}
