package io.tidemark.sink.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.sink.answer.Fills.JaxNames;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JaxNamesTest {

  @ParameterizedTest
  @CsvSource({
    "jit(step)/jvp(layer_0)/mlp/dot_general, layer_0/mlp/dot_general",
    "jit(step)/transpose(jvp(layer_3))/mlp/add_any, layer_3/mlp/add_any",
    "pjit(generate)/jit(main)/Model/embed/convert, Model/embed/convert",
    "jit(step)/while/body/add, while/body/add",
    "aten__mm, aten__mm",
    "jit(f)/, jit(f)/",
  })
  void anOpIsNamedByItsPlaceInTheModel(String op, String name) {
    assertThat(JaxNames.shortOf(op)).isEqualTo(name);
  }
}
