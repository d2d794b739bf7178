package io.tidemark.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SimulatorTest {

  static Stream<Arguments> everyLog() {
    return Stream.of(Format.values())
        .flatMap(format -> Stream.of(Scenario.values()).map(s -> Arguments.of(format, s)));
  }

  @ParameterizedTest
  @MethodSource("everyLog")
  void theSameSeedGivesTheSameBytes(Format format, Scenario scenario) {
    assertThat(Simulated.bytes(format, scenario, 1500, 7))
        .isEqualTo(Simulated.bytes(format, scenario, 1500, 7));
  }

  @ParameterizedTest
  @MethodSource("everyLog")
  void differentSeedsDiffer(Format format, Scenario scenario) {
    assertThat(Simulated.bytes(format, scenario, 300, 1))
        .isNotEqualTo(Simulated.bytes(format, scenario, 300, 2));
  }

  @ParameterizedTest
  @MethodSource("everyLog")
  void exactlySoManyLinesAreWritten(Format format, Scenario scenario) {
    for (int lines : new int[] {0, 1, 2, 17, 333, 4001}) {
      String log = Simulated.text(format, scenario, lines, 3);
      assertThat(log.chars().filter(c -> c == '\n').count()).isEqualTo(lines);
      assertThat(log.isEmpty() || log.endsWith("\n")).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(Format.class)
  void thePaceCutsOnlyAtLineEnds(Format format) throws IOException {
    List<String> written = new ArrayList<>();
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int b) {
            written.add(String.valueOf((char) b));
          }

          @Override
          public void write(byte[] bytes, int from, int length) {
            written.add(new String(bytes, from, length, StandardCharsets.UTF_8));
          }
        };
    new Simulator(options(format, OptionalLong.of(500))).writeTo(out, ready -> Math.min(ready, 7));

    assertThat(written).hasSizeGreaterThanOrEqualTo(72).allMatch(piece -> piece.endsWith("\n"));
    assertThat(String.join("", written)).isEqualTo(Simulated.text(format, Scenario.STEADY, 500, 1));
  }

  @Test
  void anEvenPaceIsCountedFromTheFirstLine() throws InterruptedException {
    List<Duration> waits = new ArrayList<>();
    Pace pace = Pace.linesPerSecond(400, waits::add);

    assertThat(pace.await(100)).isEqualTo(4);
    assertThat(pace.await(1)).isEqualTo(1);
    assertThat(pace.await(100)).isEqualTo(4);
    assertThat(waits).containsExactly(Duration.ZERO, Duration.ofMillis(10), micros(12_500));
  }

  @Test
  void aSlowPaceGivesOneLineAtATime() throws InterruptedException {
    List<Duration> waits = new ArrayList<>();
    Pace pace = Pace.linesPerSecond(0.5, waits::add);

    assertThat(pace.await(9)).isEqualTo(1);
    assertThat(pace.await(9)).isEqualTo(1);
    assertThat(waits).containsExactly(Duration.ZERO, Duration.ofSeconds(2));
  }

  @Test
  void anInterruptEndsAnEndlessLogAtALineEndAndStaysSet() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Pace pace =
        ready -> {
          if (out.size() > 50_000) {
            throw new InterruptedException();
          }
          return Math.min(ready, 5);
        };
    new Simulator(options(Format.TENSTORRENT, OptionalLong.empty())).writeTo(out, pace);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(out.toByteArray()).hasSizeGreaterThan(50_000).endsWith('\n');
  }

  private static Simulator.Options options(Format format, OptionalLong lines) {
    return new Simulator.Options(format, 1, Scenario.STEADY, lines);
  }

  private static Duration micros(long micros) {
    return Duration.ofNanos(micros * 1000);
  }
}
