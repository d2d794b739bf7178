package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.Bytes;
import java.util.List;

/**
 * Interned words that fill most of a record, so that they need a lookup instead of a copy. Other
 * words are decoded each time.
 */
final class Words {

  private static final int SLOTS = 1 << 9;
  private static final int MAX_BYTES = 80;
  private static final Words TABLE =
      new Words(
          List.of(
              // keys
              "action",
              "debug_range",
              "step",
              "tag",
              "remark",
              "status",
              "lmem_type",
              "op_type",
              "op_name",
              "addr",
              "size",
              "timestep_start",
              "timestep_end",
              "timestep_mode",
              "hold_in_lmem",
              "allow_bank_conflict",
              "one_loop",
              "shape_secs",
              "timestep",
              "timestep_type",
              "op",
              "tensor_name",
              "cycle",
              "concerning_op",
              "start_idx",
              "concerning_op_name",
              "end_idx",
              "group_cost",
              "idx",
              "area",
              "banks",
              // values
              "lmem_assign",
              "all",
              "given",
              "dump_lmem_assign_result",
              "iteration_result",
              "stamp",
              "allocate available address for membuf",
              "success",
              "failed",
              "result",
              "0",
              "1",
              "early return since appear mem buffer can't find available lmem space",
              "-1",
              "LMEM_ACTIVATION",
              "LMEM_WEIGHT",
              "LMEM_OPERATION",
              "LMEM_ANY",
              "tpu.Conv2D",
              "top.Weight",
              "top.Input",
              "tpu.Add",
              "tpu.Lut",
              "tpu.Load",
              "tpu.Store",
              "TIMESTEP_LDST_UNKNOWN",
              "TIMESTEP_LOAD",
              "TIMESTEP_STORE",
              "TIMESTEP_MOVE",
              "get_candidate_allocation",
              "intermediate_result",
              "timestep_with_cycle",
              "gdma",
              "layer",
              "0x00000000",
              "1,1,1,1,1"));

  private final byte[][] bytes = new byte[SLOTS][];
  private final String[] texts = new String[SLOTS];

  private Words(List<String> words) {
    for (String word : words) {
      byte[] encoded = Bytes.of(word);
      int slot = slot(encoded, 0, encoded.length);
      while (texts[slot] != null) {
        slot = (slot + 1) % SLOTS;
      }
      bytes[slot] = encoded;
      texts[slot] = word;
    }
  }

  static String text(byte[] bytes, int from, int to) {
    return TABLE.find(bytes, from, to);
  }

  private String find(byte[] line, int from, int to) {
    if (to - from > MAX_BYTES) {
      return Bytes.text(line, from, to);
    }
    for (int slot = slot(line, from, to); texts[slot] != null; slot = (slot + 1) % SLOTS) {
      byte[] word = bytes[slot];
      if (word.length == to - from && Bytes.startsWith(line, from, to, word)) {
        return texts[slot];
      }
    }
    return Bytes.text(line, from, to);
  }

  /** Hashes length and three bytes: enough to tell these words apart, and cheap. */
  private static int slot(byte[] bytes, int from, int to) {
    if (from == to) {
      return 0;
    }
    int hash = (to - from) * 31 + bytes[from];
    hash = hash * 31 + bytes[from + (to - from) / 2];
    hash = hash * 31 + bytes[to - 1];
    return (hash ^ hash >>> 9) & (SLOTS - 1);
  }
}
