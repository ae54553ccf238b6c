package io.rpcstress.analysis.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatexFilesTest {

  @ParameterizedTest
  @CsvSource({
    "rpcx vs grpc, rpcxVsGrpc",
    "rpcx vs http-java@tuned-per-thread, rpcxVsHttpJavaTunedPerThread",
    "h2 vs x1y, hTwoVsXOneY",
  })
  void aNameBecomesACommandOfLettersAlone(String name, String command) {
    assertThat(LatexFiles.letters(name)).isEqualTo(command);
  }

  @ParameterizedTest
  @CsvSource({
    "5 % of a_b & c#d, 5 \\% of a\\_b \\& c\\#d",
    "\\input{x}, \\textbackslash{}input\\{x\\}",
    "a~b^c<d>, a\\textasciitilde{}b\\textasciicircum{}c\\textless{}d\\textgreater{}",
  })
  void aTextIsShownAsItIs(String text, String latex) {
    assertThat(LatexFiles.escaped(text)).isEqualTo(latex);
  }
}
