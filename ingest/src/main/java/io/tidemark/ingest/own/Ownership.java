package io.tidemark.ingest.own;

import io.tidemark.ingest.own.OwnerTable.Verdict;
import io.tidemark.ingest.own.OwnersLog.Write;
import io.tidemark.model.log.OwnerRecord;
import io.tidemark.model.log.OwnerRecord.Claim;
import io.tidemark.model.log.OwnerRecord.Heartbeat;
import io.tidemark.model.log.OwnerRecord.Kind;
import io.tidemark.model.log.TailerProcess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The sources that this tailer owns, derived from the log's records and the time passed in. */
public final class Ownership implements Owners {

  /** A source of this tailer that another tailer has taken over. */
  public record TakenSource(String source, TailerProcess owner) {}

  private final TailerProcess self;
  private final GoneTailers gone;
  private final OwnerTable table = new OwnerTable();
  private final Heartbeats heartbeats = new Heartbeats();
  private final Set<String> wanted = new LinkedHashSet<>();
  private final Map<String, Long> claiming = new HashMap<>();
  private final Set<String> held = new HashSet<>();
  private final PositionsAtHand positions = new PositionsAtHand();
  private final Set<String> toConfirm = new LinkedHashSet<>();
  private final Map<String, Claim> gained = new HashMap<>();
  private @Nullable TakenSource loss;

  /**
   * @param isGone whether a process is known to be gone, without waiting for it
   */
  public Ownership(TailerProcess self, Predicate<TailerProcess> isGone) {
    this.self = self;
    this.gone = new GoneTailers(isGone);
  }

  /** Applies the records of the log that are read at this time. */
  public OwnersLog.Reader readAt(long nowMillis) {
    return new OwnersLog.Reader() {
      @Override
      public void onRecord(String key, OwnerRecord record) {
        if (record instanceof Heartbeat heartbeat) {
          onHeartbeat(key.substring(OwnerRecord.TAILER_KEY.length()), heartbeat, nowMillis);
        } else if (record instanceof Claim claim) {
          onClaim(key, claim);
        }
      }

      @Override
      public void onTombstone(String key) {
        onGone(key);
      }

      @Override
      public void onRefused(String key) {
        confirmIfOwn(key);
      }
    };
  }

  TailerProcess self() {
    return self;
  }

  private void onGone(String source) {
    table.remove(source);
    if (held.contains(source)) {
      wanted.add(source);
    }
  }

  private void onHeartbeat(String id, Heartbeat heartbeat, long nowMillis) {
    if (!id.equals(self.id())) {
      heartbeats.hear(id);
    } else if (heartbeats.confirm(heartbeat, nowMillis)) {
      // Claims written before this heartbeat that did not come back are not in the log any more.
      claiming.values().removeIf(number -> number < heartbeat.number());
      heartbeats.retain(table.tailers());
    }
  }

  private void onClaim(String source, Claim claim) {
    Optional<Claim> before = table.of(source);
    Verdict verdict = table.apply(source, claim);
    if (claim.tailer().id().equals(self.id())) {
      onOwnClaim(source, claim, verdict, before);
    } else {
      heartbeats.hear(claim.tailer().id());
      if (verdict == Verdict.VALID && held.contains(source) && loss == null) {
        loss = new TakenSource(source, claim.tailer());
      } else if (verdict == Verdict.VOID) {
        confirmIfOwn(source);
      }
    }
  }

  private void onOwnClaim(String source, Claim claim, Verdict verdict, Optional<Claim> before) {
    claiming.remove(source);
    if (verdict != Verdict.VALID) {
      return;
    }
    if (claim.kind() == Kind.RELEASED) {
      held.remove(source);
      return;
    }
    held.add(source);
    wanted.remove(source);
    if (claim.kind() == Kind.CLAIMED) {
      before.ifPresent(owner -> gained.put(source, owner));
      positions.onGained(source, claim.epoch());
    }
  }

  /**
   * Writes a confirmation of an own source: compaction keeps the last record, which must be the
   * owner's.
   */
  private void confirmIfOwn(String source) {
    if (isOwn(source)) {
      toConfirm.add(source);
    }
  }

  private boolean isOwn(String source) {
    return own(source).isPresent();
  }

  private Optional<Claim> own(String source) {
    return table
        .of(source)
        .filter(now -> now.kind() != Kind.RELEASED && now.tailer().id().equals(self.id()));
  }

  @Override
  public Standing of(String source) {
    if (isOwn(source)) {
      return positions.isStale(source) ? Standing.ELSEWHERE : Standing.OWNED;
    }
    wanted.add(source);
    positions.onAsked(source);
    boolean good = positions.serve(source, table.nextEpoch(source));
    return good ? Standing.CLAIMED : Standing.ELSEWHERE;
  }

  @Override
  public boolean current(long steadyMillis) {
    return loss == null && heartbeats.current(steadyMillis);
  }

  /**
   * Records that the positions were read after all records applied so far. For sources that are
   * free now these positions are complete.
   */
  public void onPositionsRead() {
    gone.look(table.all().values(), self.id());
    positions.onRead(table.all(), this::isEnded);
  }

  /**
   * Whether the owner released it or its process is gone. A silent owner may have written until the
   * claim.
   */
  private boolean isEnded(Claim now) {
    return now.kind() == Kind.RELEASED || gone.contains(now.tailer().id());
  }

  /** Whether gained sources need their positions read again. */
  public boolean stale() {
    return positions.stale();
  }

  public boolean undecided() {
    return !claiming.isEmpty();
  }

  /** The previous owners' last claims of the sources gained since the last call. */
  Map<String, Claim> gained() {
    Map<String, Claim> all = Map.copyOf(gained);
    gained.clear();
    return all;
  }

  public Optional<TakenSource> loss() {
    return Optional.ofNullable(loss);
  }

  /** Time since the last heartbeat that was read back was sent; 0 before the first. */
  public long quietMillis(long nowMillis) {
    return heartbeats.quietMillis(nowMillis);
  }

  /** The wanted sources that other tailers follow. */
  public Map<String, TailerProcess> elsewhere() {
    Map<String, TailerProcess> owners = new TreeMap<>();
    for (String source : wanted) {
      table
          .of(source)
          .filter(now -> now.kind() != Kind.RELEASED)
          .ifPresent(now -> owners.put(source, now.tailer()));
    }
    return owners;
  }

  /** The records due now. The caller writes each one or passes it to {@link #refused}. */
  public List<Write> due(long nowMillis) {
    positions.onRound(!elsewhere().isEmpty());
    List<Write> writes = new ArrayList<>();
    if (heartbeats.due(nowMillis)) {
      writes.add(new Write(OwnerRecord.keyOf(self), heartbeats.next(nowMillis)));
    }
    for (String source : toConfirm) {
      own(source).ifPresent(own -> writes.add(claim(source, Kind.CONFIRMED, own.epoch())));
    }
    toConfirm.clear();
    gone.lookIfDue(table.all().values(), self.id(), nowMillis);
    writes.addAll(claims());
    return writes;
  }

  private List<Write> claims() {
    List<Write> writes = new ArrayList<>();
    Set<String> ended = new LinkedHashSet<>();
    for (String source : wanted) {
      Optional<Claim> now = table.of(source);
      if (!claiming.containsKey(source) && now.map(this::isFree).orElse(true)) {
        claiming.put(source, heartbeats.number());
        writes.add(claim(source, Kind.CLAIMED, table.nextEpoch(source)));
        now.ifPresent(before -> ended.add(OwnerRecord.keyOf(before.tailer())));
      }
    }
    ended.forEach(key -> writes.add(new Write(key, null)));
    return writes;
  }

  private boolean isFree(Claim now) {
    return isEnded(now) || heartbeats.silent(now.tailer().id());
  }

  private Write claim(String source, Kind kind, long epoch) {
    return new Write(source, new Claim(kind, epoch, self));
  }

  public void refused(Write write, long nowMillis) {
    if (write.value() instanceof Heartbeat) {
      heartbeats.refused(nowMillis);
    } else if (write.value() instanceof Claim claim) {
      if (claim.kind() == Kind.CONFIRMED) {
        toConfirm.add(write.key());
      } else {
        claiming.remove(write.key());
      }
    }
  }

  /** The records of an orderly stop; the positions must be stored before. */
  public List<Write> releases() {
    List<Write> writes = new ArrayList<>();
    for (String source : held) {
      own(source).ifPresent(own -> writes.add(claim(source, Kind.RELEASED, own.epoch())));
    }
    writes.add(new Write(OwnerRecord.keyOf(self), null));
    return writes;
  }
}
