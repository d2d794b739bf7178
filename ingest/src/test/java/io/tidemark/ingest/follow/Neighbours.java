package io.tidemark.ingest.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ingest.generation.Reader;
import io.tidemark.ingest.own.OwnerSession;
import io.tidemark.ingest.own.OwnersLog;
import io.tidemark.ingest.own.Ownership;
import io.tidemark.model.log.OwnerRecord;
import io.tidemark.model.log.TailerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The shared knowledge of the tailers at one broker: the log of owners, and which tailers have
 * died.
 */
final class Neighbours {

  private record Written(String key, @Nullable OwnerRecord value) {}

  private final List<Written> records = new ArrayList<>();
  private final Map<String, OwnerRecord.Claim> owners = new HashMap<>();
  private final Set<String> dead = new HashSet<>();
  private final boolean oneMachine;
  private int started;

  /**
   * @param oneMachine whether a tailer can see that another one's process has died
   */
  private Neighbours(boolean oneMachine) {
    this.oneMachine = oneMachine;
  }

  static Neighbours onOneMachine() {
    return new Neighbours(true);
  }

  static Neighbours onSeveralMachines() {
    return new Neighbours(false);
  }

  /** One tailer, as seen by the others. */
  final class Member implements OwnersLog {
    final TailerProcess self =
        new TailerProcess("tailer-" + ++started, "host", started, started, null);
    private final MemoryOutlet outlet;
    private int read;

    private Member(MemoryOutlet outlet) {
      this.outlet = outlet;
    }

    OwnerSession session(long nowMillis) {
      Ownership ownership = new Ownership(self, process -> oneMachine && isDead(process));
      read(records.size(), ownership.readAt(nowMillis));
      ownership.onPositionsRead();
      return new OwnerSession(ownership, this, nowMillis);
    }

    @Override
    public void poll(Duration patience, Reader reader) {
      outlet.arriveOwners();
      read(Math.min(records.size(), read + outlet.mostReadNow()), reader);
    }

    private void read(int end, Reader reader) {
      for (; read < end; read++) {
        Written next = records.get(read);
        if (next.value() == null) {
          reader.onTombstone(next.key());
        } else {
          reader.onRecord(next.key(), next.value());
        }
      }
    }

    @Override
    public boolean write(String key, @Nullable OwnerRecord value) {
      outlet.sendOwner(() -> append(new Written(key, value)));
      return true;
    }

    void die() {
      dead.add(self.id());
    }

    /** Asserts ownership by the present log, no matter who has read it. */
    void assertOwns(String source) {
      OwnerRecord.Claim owner = owners.get(source);
      assertThat(owner).as("owner of %s", source).isNotNull();
      assertThat(owner.tailer().id()).as("owner of %s", source).isEqualTo(self.id());
    }
  }

  private boolean isDead(TailerProcess process) {
    return dead.contains(process.id());
  }

  private void append(Written next) {
    records.add(next);
    if (next.value() instanceof OwnerRecord.Claim claim) {
      OwnerRecord.Claim now = owners.get(next.key());
      long epoch = now == null ? 0 : now.epoch();
      if (claim.kind() == OwnerRecord.Kind.CLAIMED && claim.epoch() == epoch + 1) {
        owners.put(next.key(), claim);
      }
    }
  }

  Member join(MemoryOutlet outlet) {
    return new Member(outlet);
  }
}
