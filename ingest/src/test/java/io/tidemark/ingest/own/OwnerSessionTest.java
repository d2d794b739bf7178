package io.tidemark.ingest.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.ingest.own.Owners.Standing;
import io.tidemark.model.log.OwnerRecord;
import io.tidemark.model.log.TailerProcess;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OwnerSessionTest {

  private static final TailerProcess SELF = new TailerProcess("t-1", "host", 1, 1, null);

  private final Log log = new Log();
  private final Ownership ownership = new Ownership(SELF, process -> false);
  private final OwnerSession session = new OwnerSession(ownership, log, 0);

  /** Returns its records to a poll that waits for them, like a broker. */
  private static final class Log implements OwnersLog {
    private final Queue<Consumer<Reader>> written = new ArrayDeque<>();
    private final List<Duration> waited = new ArrayList<>();
    private boolean refuses;

    @Override
    public void poll(Duration patience, Reader reader) {
      waited.add(patience);
      while (!patience.isZero() && !written.isEmpty()) {
        written.remove().accept(reader);
      }
    }

    @Override
    public boolean write(String key, @Nullable OwnerRecord record) {
      if (record != null && !refuses) {
        comes(key, record);
      }
      return !refuses;
    }

    private void comes(String key, OwnerRecord record) {
      written.add(reader -> reader.onRecord(key, record));
    }
  }

  @Test
  void aClaimIsDecidedInTheStepThatWroteIt() {
    assertThat(ownership.of("a.log")).isEqualTo(Standing.CLAIMED);
    session.step(() -> 1);
    assertThat(ownership.undecided()).isFalse();
    assertThat(ownership.of("a.log")).isEqualTo(Standing.OWNED);
    assertThat(log.waited).containsExactly(Duration.ZERO, Duration.ofMillis(100));
  }

  @Test
  void aLossThatComesWhileAClaimIsPendingEndsTheStep() {
    ownership.of("a.log");
    session.step(() -> 1);
    ownership.of("b.log");
    TailerProcess rival = new TailerProcess("t-2", "other", 1, 1, null);
    log.comes("a.log", new OwnerRecord.Claim(OwnerRecord.Kind.CLAIMED, 2, rival));
    assertThatThrownBy(() -> session.step(() -> 2))
        .isInstanceOf(TakenOver.class)
        .hasMessageContaining("a.log");
  }

  @Test
  void aRefusedClaimIsNotWaitedForAndIsWrittenAgain() {
    ownership.of("a.log");
    log.refuses = true;
    session.step(() -> 1);
    assertThat(log.waited).containsExactly(Duration.ZERO);
    log.refuses = false;
    session.step(() -> 2);
    assertThat(ownership.of("a.log")).isEqualTo(Standing.OWNED);
  }

  @Test
  void aStepWithoutAClaimWaitsForNothing() {
    session.step(() -> 1);
    assertThat(log.waited).containsExactly(Duration.ZERO);
  }
}
