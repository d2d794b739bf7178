package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {

  @ParameterizedTest
  @CsvSource({"port,port,0", "prot,port,1", "por,port,1", "ports,port,1", "pxrt,port,1", "a,bc,2"})
  void mistakesAreCounted(String typed, String meant, int mistakes) {
    assertThat(Nearest.mistakes(typed, meant)).isEqualTo(mistakes);
  }

  @Test
  void theNearestIsMeantIfItIsNear() {
    List<String> known = List.of("--data", "--port", "--report");
    assertThat(Nearest.of("--prot", known)).contains("--port");
    assertThat(Nearest.of("--zebra", known)).isEmpty();
    assertThat(Nearest.of("x", List.of("y"))).as("every letter is wrong").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"watch --prot a.log,--port", "wathc a.log,watch", "report --tetx a.log,--text"})
  void theCommandLineNamesIt(String typed, String meant) {
    PrintStream before = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      assertThat(Tidemark.run(typed.split(" "))).isEqualTo(2);
    } finally {
      System.setErr(before);
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8)).contains(meant);
  }
}
