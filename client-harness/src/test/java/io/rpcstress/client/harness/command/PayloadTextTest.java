package io.rpcstress.client.harness.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.client.harness.plan.OptionWords.OptionText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.TypeConversionException;

/** What {@code --payload} takes: a text, or a file that has it. */
class PayloadTextTest {
  private final Converters.OfText converter = new Converters.OfText();

  @Test
  void aFileIsReadWithoutItsLastLineEnd(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("name"), "Zo\u00eb --threads 5\n");
    assertThat(converter.convert("@" + file)).isEqualTo("Zo\u00eb --threads 5");
  }

  @Test
  void whatIsTooLongOrNoFileIsRefusedBeforeItIsRead(@TempDir Path folder) throws Exception {
    Path file = Files.write(folder.resolve("long"), new byte[(1 << 20) + 1]);
    assertThatThrownBy(() -> converter.convert("@" + file)).hasMessageContaining("at most 1048576");
    assertThatThrownBy(() -> converter.convert("@/dev/zero")).hasMessageContaining("is no file");
    assertThat(converter.convert("@" + Files.writeString(folder.resolve("dos"), "Ada\r\n")))
        .isEqualTo("Ada");
  }

  @Test
  void aTextThatBeginsWithTheSignIsWrittenWithTwo() {
    assertThat(converter.convert("@@home")).isEqualTo("@home");
    assertThat(converter.convert(OptionText.of("@home"))).isEqualTo("@home");
    assertThat(converter.convert(OptionText.of("Ada"))).isEqualTo("Ada");
  }

  @ParameterizedTest
  @CsvSource({
    "ffd8, is not text in UTF-8",
    "fffe4100640061000a00, is not text in UTF-8", // UTF-16, as some editors call Unicode
    "efbbbf416461, begins with a byte order mark",
    "'', is empty",
    "0a, is empty"
  })
  void whatIsNoTextOrNotWhatWasMeantIsRefused(String bytes, String why, @TempDir Path folder)
      throws Exception {
    Path file = Files.write(folder.resolve("name"), HexFormat.of().parseHex(bytes));
    assertThatThrownBy(() -> converter.convert("@" + file))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageStartingWith("'" + file + "'")
        .hasMessageContaining(why);
  }

  @Test
  void whatIsThereButNoFileAndWhatMayNotBeReadIsNamed(@TempDir Path folder) throws Exception {
    for (Path none : List.of(folder, folder.resolve("none"))) {
      assertThatThrownBy(() -> converter.convert("@" + none))
          .hasMessageContaining("written with @@");
    }
    Path secret = Files.writeString(folder.resolve("secret"), "Ada");
    assumeTrue(secret.toFile().setReadable(false) && !Files.isReadable(secret), "not as root");
    assertThatThrownBy(() -> converter.convert("@" + secret)).hasMessageContaining("may not read");
  }
}
