package io.tidemark.sink.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against hashes that crypt(3) made, and one of Prometheus' own test files. */
class LogInTest {

  private final LogIn logIn =
      new LogIn(
          Map.of(
              "carol", "$2y$10$qRTBuFoULoYNA7AQ/F3ck.trZBPyjV64.oA4ZsSBCIWvXuvQlQTuu",
              "ben", "$2b$04$abcdefghijklmnopqrstuuV3duMsC0HpUex6N9qapiuOHHWkwRXVm",
              "greta", "$2y$05$bbcdefghijklmnopqrstuuzVzoU/K41NhbERg9y6Z3hf81ePCFmLO",
              "long", "$2a$04$cbcdefghijklmnopqrstuuvtSOQMYyp0O9.H2gb7gtDPuIBqbuLAq"));

  @ParameterizedTest
  @CsvSource({"carol, carol123", "ben, hunter2", "greta, Grüße: ja"})
  void theRightPasswordIsAdmittedAgainAndAgain(String name, String password) {
    assertThat(logIn.admits(basic(name, password))).isTrue();
    assertThat(logIn.admits(basic(name, password))).isTrue();
    assertThat(logIn.admits(basic(name, password + "x"))).isFalse();
  }

  @Test
  void beyondSeventyTwoBytesAPasswordIsCutAsBcryptSays() {
    assertThat(logIn.admits(basic("long", "x".repeat(80)))).isTrue();
    assertThat(logIn.admits(basic("long", "x".repeat(71)))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"carol, hunter2", "ben, carol123", "nobody, hunter2", "'', hunter2", "ben, ''"})
  void anotherPasswordOrNameIsNot(String name, String password) {
    assertThat(logIn.admits(basic("ben", "hunter2"))).isTrue();

    assertThat(logIn.admits(basic(name, password))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "Basic", "Basic ", "Basic !!!", "Basic YmVu", "Bearer YmVuOmh1bnRlcjI="})
  void whatIsNoBasicHeaderIsNot(String header) {
    assertThat(logIn.admits(header)).isFalse();
    assertThat(logIn.admits(null)).isFalse();
    assertThat(logIn.admits("basic YmVuOmh1bnRlcjI=")).isTrue();
  }

  private static String basic(String name, String password) {
    return "Basic " + Base64.getEncoder().encodeToString((name + ":" + password).getBytes(UTF_8));
  }
}
