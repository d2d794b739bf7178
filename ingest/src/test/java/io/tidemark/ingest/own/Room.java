package io.tidemark.ingest.own;

import io.tidemark.ingest.own.OwnersLog.Write;
import io.tidemark.model.log.OwnerRecord;
import io.tidemark.model.log.OwnerRecord.Claim;
import io.tidemark.model.log.OwnerRecord.Heartbeat;
import io.tidemark.model.log.OwnerRecord.Kind;
import io.tidemark.model.log.TailerProcess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tailers and their log; in one step a tailer reads all records and writes the due ones. */
final class Room {

  private final List<Write> log = new ArrayList<>();
  private final Map<String, Ownership> tailers = new LinkedHashMap<>();
  private final Map<String, Integer> read = new HashMap<>();
  private final Set<String> gone = new HashSet<>();
  private long millis = 1_000;

  static TailerProcess process(String id) {
    return new TailerProcess(id, "host-" + id, 1, 1, null);
  }

  Ownership enter(String id) {
    Ownership ownership = new Ownership(process(id), process -> gone.contains(process.id()));
    tailers.put(id, ownership);
    read.put(id, 0);
    read(id);
    ownership.onPositionsRead();
    return ownership;
  }

  /** Ends a tailer's process, visibly for the others. */
  void vanish(String id) {
    gone.add(id);
    tailers.remove(id);
  }

  void read(String id) {
    OwnersLog.Reader reader = tailers.get(id).readAt(millis);
    for (int i = read.get(id); i < log.size(); i++) {
      Write next = log.get(i);
      if (next.value() == null) {
        reader.onTombstone(next.key());
      } else {
        reader.onRecord(next.key(), next.value());
      }
    }
    read.put(id, log.size());
  }

  void write(String id) {
    log.addAll(tailers.get(id).due(millis));
  }

  /** Runs rounds of these tailers, one after another. */
  Room rounds(int count, String... ids) {
    for (int i = 0; i < count; i++) {
      millis += 250;
      for (String id : ids) {
        read(id);
        write(id);
      }
    }
    return this;
  }

  Room pass(long more) {
    millis += more;
    return this;
  }

  long now() {
    return millis;
  }

  void release(String id) {
    log.addAll(tailers.remove(id).releases());
  }

  void forge(String key, OwnerRecord value) {
    log.add(new Write(key, value));
  }

  void forge(String key, Kind kind, long epoch, String id) {
    forge(key, new Claim(kind, epoch, process(id)));
  }

  /** Compacts the log: keeps the last record of each key, in the order of writing. */
  void compact() {
    Map<String, Write> last = new LinkedHashMap<>();
    for (Write next : log) {
      last.remove(next.key());
      last.put(next.key(), next);
    }
    log.clear();
    log.addAll(last.values());
  }

  /** Kinds and epochs of the claims on a source, without heartbeats. */
  List<String> claims(String source) {
    return log.stream()
        .filter(write -> write.key().equals(source) && write.value() instanceof Claim)
        .map(write -> (Claim) write.value())
        .map(claim -> claim.kind() + " " + claim.epoch() + " " + claim.tailer().id())
        .toList();
  }

  long heartbeats() {
    return log.stream().filter(write -> write.value() instanceof Heartbeat).count();
  }
}
