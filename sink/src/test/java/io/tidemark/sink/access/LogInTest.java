package io.tidemark.sink.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests with hashes made by crypt(3), and one from Prometheus' own test files. */
class LogInTest {

  private final LogIn logIn =
      new LogIn(
          Map.of(
              "carol", "$2y$10$qRTBuFoULoYNA7AQ/F3ck.trZBPyjV64.oA4ZsSBCIWvXuvQlQTuu",
              "ben", "$2b$04$abcdefghijklmnopqrstuuV3duMsC0HpUex6N9qapiuOHHWkwRXVm",
              "greta", "$2y$05$bbcdefghijklmnopqrstuuzVzoU/K41NhbERg9y6Z3hf81ePCFmLO",
              "long", "$2a$04$cbcdefghijklmnopqrstuuvtSOQMYyp0O9.H2gb7gtDPuIBqbuLAq"),
          System::nanoTime);

  private int asked;

  @AfterEach
  void close() {
    logIn.close();
  }

  @ParameterizedTest
  @CsvSource({"carol, carol123", "ben, hunter2", "greta, Grüße: ja"})
  void theRightPasswordIsAdmittedAgainAndAgain(String name, String password) {
    assertThat(admits(basic(name, password))).isTrue();
    assertThat(admits(basic(name, password))).isTrue();
    assertThat(admits(basic(name, password + "x"))).isFalse();
  }

  @Test
  void beyondSeventyTwoBytesAPasswordIsCutAsBcryptSays() {
    assertThat(admits(basic("long", "x".repeat(80)))).isTrue();
    assertThat(admits(basic("long", "x".repeat(71)))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"carol, hunter2", "ben, carol123", "nobody, hunter2", "'', hunter2", "ben, ''"})
  void anotherPasswordOrNameIsNot(String name, String password) {
    assertThat(admits(basic("ben", "hunter2"))).isTrue();

    assertThat(admits(basic(name, password))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "Basic", "Basic ", "Basic !!!", "Basic YmVu", "Bearer YmVuOmh1bnRlcjI="})
  void whatIsNoBasicHeaderIsNot(String header) {
    assertThat(admits(header)).isFalse();
    assertThat(admits(null)).isFalse();
    assertThat(admits("basic YmVuOmh1bnRlcjI=")).isTrue();
  }

  @Test
  void aNameThatNobodyHasIsTriedAgainstOneUsersHashAndAlwaysTheSame() {
    String cheap = "$2b$04$abcdefghijklmnopqrstuuV3duMsC0HpUex6N9qapiuOHHWkwRXVm";
    String dear = "$2y$10$qRTBuFoULoYNA7AQ/F3ck.trZBPyjV64.oA4ZsSBCIWvXuvQlQTuu";
    LogIn.Passwords passwords = new LogIn.Passwords(Map.of("ben", cheap, "carol", dear));

    Set<String> tried = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      tried.add(passwords.hash("nobody" + i));
      assertThat(passwords.hash("nobody" + i)).isEqualTo(passwords.hash("nobody" + i));
    }

    assertThat(passwords.hash("ben")).isEqualTo(cheap);
    assertThat(tried).containsExactlyInAnyOrder(cheap, dear);
  }

  /** Uses a new address each time: {@link AttemptsTest} tests the limit of attempts. */
  private boolean admits(String header) {
    CompletableFuture<LogIn.Verdict> verdict = new CompletableFuture<>();
    asked++;
    logIn.check(header, new byte[] {10, 0, (byte) (asked >> 8), (byte) asked}, verdict::complete);
    return verdict.orTimeout(20, TimeUnit.SECONDS).join() == LogIn.Verdict.ADMITTED;
  }

  private static String basic(String name, String password) {
    return "Basic " + Base64.getEncoder().encodeToString((name + ":" + password).getBytes(UTF_8));
  }
}
