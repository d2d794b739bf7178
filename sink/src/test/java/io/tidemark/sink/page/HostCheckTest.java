package io.tidemark.sink.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostCheckTest {

  private final HostCheck loopback = new Listen("127.0.0.1", 0).hosts();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:9464",
        "127.0.0.1",
        "127.0.0.1:8080",
        "[::1]",
        "[::1]:8080"
      })
  void loopbackNamesAreAllowedWithAnyPort(String header) {
    assertThat(loopback.allows(header)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "evil.example",
        "localhost.evil.example",
        "evil.example:8080",
        "127.0.0.1.evil.example",
        "[::1",
        "[::2]:80",
        "0.0.0.0",
        ":80"
      })
  void otherNamesAreNot(String header) {
    assertThat(loopback.allows(header)).isFalse();
  }

  @Test
  void noNameAtAllIsNotAllowed() {
    assertThat(loopback.allows(null)).isFalse();
  }

  @Test
  void theConfiguredHostIsAllowed() {
    assertThat(new Listen("box.lan", 0).hosts().allows("BOX.lan:9464")).isTrue();
    assertThat(new Listen("box.lan", 0).hosts().allows("other.lan:9464")).isFalse();
    assertThat(new Listen("fe80::1", 0).hosts().allows("[fe80::1]:9464")).isTrue();
  }

  @Test
  void whoListensOnEveryAddressAnswersToEveryName() {
    assertThat(new Listen("0.0.0.0", 0).hosts().allows("sink:9464")).isTrue();
    assertThat(new Listen("::", 0).hosts().allows("sink:9464")).isTrue();
  }

  @Test
  void aGivenNameAndThatOfTheExternalAddressAreAllowed() {
    HostCheck given = new HostCheck("127.0.0.1", Set.of("board.lan"), "Example.com");

    assertThat(given.allows("Board.lan:80")).isTrue();
    assertThat(given.allows("example.com")).isTrue();
    assertThat(given.allows("localhost:8080")).isTrue();
    assertThat(given.allows("other.lan")).isFalse();
  }

  /** A scrape and the probes of an orchestrator name the address of a pod. */
  @Test
  void whoListensOnEveryAddressAndHasNamesAnswersToTheseAndToAddresses() {
    HostCheck given = new HostCheck("0.0.0.0", Set.of("board.lan"), "");

    assertThat(given.allows("board.lan")).isTrue();
    assertThat(given.allows("10.0.0.7:9464")).isTrue();
    assertThat(given.allows("[fd00::7]:9464")).isTrue();
    assertThat(given.allows("evil.example")).isFalse();
  }
}
