package io.rpcstress.client.harness.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.client.harness.plan.OptionText;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

  @Test
  void whatIsNoTextIsRefused(@TempDir Path folder) throws Exception {
    Path file = Files.write(folder.resolve("picture"), new byte[] {(byte) 0xff, (byte) 0xd8});
    assertThatThrownBy(() -> converter.convert("@" + file))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("is no text in UTF-8");
    assertThatThrownBy(() -> converter.convert("@" + folder.resolve("none")))
        .hasMessageContaining("is written @@");
  }
}
