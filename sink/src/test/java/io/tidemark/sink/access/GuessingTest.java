package io.tidemark.sink.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GuessingTest {

  /** The clock stands still, so that a slow machine returns no attempts. */
  private final LogIn logIn =
      new LogIn(
          Map.of("carol", "$2y$10$qRTBuFoULoYNA7AQ/F3ck.trZBPyjV64.oA4ZsSBCIWvXuvQlQTuu"), () -> 0);

  @AfterEach
  void close() {
    logIn.close();
  }

  @Test
  void whoIsKnownIsAdmittedAtOnceWhileManyGuess() {
    assertThat(judged("carol:carol123", 1)).isEqualTo(LogIn.Verdict.ADMITTED);
    BlockingQueue<LogIn.Verdict> guesses = new LinkedBlockingQueue<>();
    for (int guess = 0; guess < 100; guess++) {
      logIn.check(basic("carol:guess" + guess), address(guess), guesses::add);
    }
    CompletableFuture<LogIn.Verdict> known = new CompletableFuture<>();

    logIn.check(basic("carol:carol123"), address(1), known::complete);

    assertThat(known).isCompletedWithValue(LogIn.Verdict.ADMITTED);
    assertThat(guesses).contains(LogIn.Verdict.TOO_MANY).doesNotContain(LogIn.Verdict.ADMITTED);
  }

  @Test
  void anAddressThatGuessesIsAskedToWaitAndItsNeighbourIsNot() {
    for (int guess = 0; guess < 10; guess++) {
      assertThat(judged("carol:guess" + guess, 1)).isEqualTo(LogIn.Verdict.UNKNOWN);
    }

    assertThat(judged("carol:carol123", 1)).isEqualTo(LogIn.Verdict.TOO_MANY);
    assertThat(judged("carol:carol123", 2)).isEqualTo(LogIn.Verdict.ADMITTED);
    assertThat(judged("carol:carol123", 1)).isEqualTo(LogIn.Verdict.ADMITTED);
  }

  @Test
  void nothingThatIsAskedIsRememberedInAnothersPlace() {
    assertThat(judged("carol:carol123", 1)).isEqualTo(LogIn.Verdict.ADMITTED);

    assertThat(judged("carol:carol123:", 2)).isEqualTo(LogIn.Verdict.UNKNOWN);
    assertThat(judged("carolcarol:123", 2)).isEqualTo(LogIn.Verdict.UNKNOWN);
    assertThat(judged(":carolcarol123", 2)).isEqualTo(LogIn.Verdict.UNKNOWN);
    assertThat(judged("carol:", 2)).isEqualTo(LogIn.Verdict.UNKNOWN);
  }

  private LogIn.Verdict judged(String who, int address) {
    CompletableFuture<LogIn.Verdict> verdict = new CompletableFuture<>();
    logIn.check(basic(who), address(address), verdict::complete);
    return verdict.orTimeout(20, TimeUnit.SECONDS).join();
  }

  private static byte[] address(int last) {
    return new byte[] {10, 0, 0, (byte) last};
  }

  private static String basic(String who) {
    return "Basic " + Base64.getEncoder().encodeToString(who.getBytes(UTF_8));
  }
}
