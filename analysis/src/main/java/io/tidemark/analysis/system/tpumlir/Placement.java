package io.tidemark.analysis.system.tpumlir;

import static io.tidemark.analysis.system.tpumlir.PlacementKey.ADDR;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.BUFFER_END;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.END_ADDR;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.HOLD_IN_LMEM;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.LIVE_END;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.LIVE_START;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.LMEM_TYPE;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.LOC;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.ONE_LOOP;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.OP;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.OP_NAME;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.OP_TYPE;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.SHAPE_SECS;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.SIZE;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.START_ADDR;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.STATUS;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.STEP;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.TAG;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.TGT_POSITION;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.TIMESTEP_END;
import static io.tidemark.analysis.system.tpumlir.PlacementKey.TIMESTEP_START;

import io.tidemark.analysis.line.Bytes;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks records that place a buffer. A cut or mixed record lacks a key or has half a value, and
 * would place the buffer wrongly.
 */
final class Placement {

  /** A kind of placement, identified by its first {@code action} and the word of another key. */
  private static final class Kind {

    final byte[] action;

    /** {@code null} if all records of the action are placements. */
    final @Nullable PlacementKey key;

    final byte[] word;
    final List<PlacementKey> required;
    final int requiredBits;

    Kind(String action, @Nullable PlacementKey key, String word, PlacementKey... required) {
      this.action = Bytes.of(action);
      this.key = key;
      this.word = Bytes.of(word);
      this.required = List.of(required);
      this.requiredBits =
          Stream.of(required).mapToInt(PlacementKey::bit).reduce(0, (a, b) -> a | b);
    }
  }

  private static final List<Kind> KINDS =
      List.of(
          // Local memory, since May 2025.
          new Kind(
              "lmem_assign",
              TAG,
              "iteration_result",
              STATUS,
              LMEM_TYPE,
              OP_NAME,
              ADDR,
              SIZE,
              TIMESTEP_START,
              TIMESTEP_END,
              HOLD_IN_LMEM,
              ONE_LOOP,
              SHAPE_SECS),
          // Local memory, early 2025.
          new Kind(
              "assignLmemAddr",
              STEP,
              "allocated_memory",
              OP_TYPE,
              OP_NAME,
              ADDR,
              SIZE,
              TIMESTEP_START,
              TIMESTEP_END),
          // Local memory, 2024.
          new Kind("assign_lmem", STEP, "set_lmem_addr", TGT_POSITION, BUFFER_END, OP),
          // Global memory, for all allocation methods.
          new Kind("assignGaddr", null, "", STEP, START_ADDR, END_ADDR, LIVE_START, LIVE_END, LOC));

  private Placement() {}

  /**
   * Why a record is invalid.
   *
   * @param item index of the invalid item; the number of items if one is missing
   */
  record Fault(int item, String reason) {}

  /** Returns {@code null} for a valid record, and for one that places no buffer. */
  static @Nullable Fault fault(KeyValueRecord record) {
    int action = record.firstOf(PlacementKey.ACTION);
    for (Kind kind : KINDS) {
      if (begins(record, action, kind.action)) {
        boolean places = kind.key == null || begins(record, record.last(kind.key), kind.word);
        return places ? fault(record, kind) : null;
      }
    }
    return null;
  }

  private static @Nullable Fault fault(KeyValueRecord record, Kind kind) {
    int seen = 0;
    for (int i = 0; i < record.size(); i++) {
      PlacementKey key = record.key(i);
      if (key != null) {
        // A name may hold what looks like an item: nobody can say which of the two is one.
        String twice = (seen & key.bit()) == 0 ? null : " stands twice";
        seen |= key.bit();
        String wrong = twice == null ? wrong(record, i, kind, key) : twice;
        if (wrong != null) {
          return new Fault(i, key + wrong);
        }
      }
    }
    if ((seen & kind.requiredBits) != kind.requiredBits) {
      return missing(record, kind, seen);
    }
    return (kind.requiredBits & STATUS.bit()) == 0 ? null : contradiction(record);
  }

  private static @Nullable Fault missing(KeyValueRecord record, Kind kind, int seen) {
    for (PlacementKey key : kind.required) {
      if ((seen & key.bit()) == 0) {
        return new Fault(record.size(), key + " is missing");
      }
    }
    return null;
  }

  /** A joined record of two cut ones may state a success without an address. */
  private static @Nullable Fault contradiction(KeyValueRecord record) {
    int addr = record.last(PlacementKey.ADDR);
    boolean nowhere =
        Numbers.parse(record.line(), record.valueFrom(addr), record.valueTo(addr)).orElse(0) < 0;
    return nowhere && startsWith(record, record.last(STATUS), PlacementKey.SUCCESS)
        ? new Fault(addr, "addr is none of a success")
        : null;
  }

  /** Another thread's text may follow the word; the record then counts as a broken placement. */
  private static boolean begins(KeyValueRecord record, int item, byte[] word) {
    if (item < 0 || !startsWith(record, item, word)) {
      return false;
    }
    int past = record.valueFrom(item) + word.length;
    return past == record.valueTo(item) || record.line()[past] == ';';
  }

  private static boolean startsWith(KeyValueRecord record, int item, byte[] word) {
    return PlacementKey.startsWith(
        word, record.line(), record.valueFrom(item), record.valueTo(item));
  }

  /**
   * Returns what is wrong with a value, as the end of a sentence after its key, or {@code null}.
   */
  private static @Nullable String wrong(
      KeyValueRecord record, int item, Kind kind, PlacementKey key) {
    boolean action = key == PlacementKey.ACTION;
    if (action || key == kind.key) {
      byte[] word = action ? kind.action : kind.word;
      int bytes = record.valueTo(item) - record.valueFrom(item);
      return bytes == word.length && startsWith(record, item, word)
          ? null
          : " has other text after it";
    }
    return key.wrong(record.line(), record.valueFrom(item), record.valueTo(item));
  }
}
