package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.Bytes;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The keys of records that place a buffer, with their valid values. */
enum PlacementKey {
  ACTION,
  STEP,
  TAG,
  STATUS {
    @Override
    @Nullable String wrong(byte[] line, int from, int to) {
      return is(SUCCESS, line, from, to) || is(FAILED, line, from, to)
          ? null
          : " is neither success nor failed";
    }
  },
  LMEM_TYPE,
  OP_TYPE,
  OP_NAME,
  OP,
  LOC,
  ADDR(-1, Limits.BYTES),
  SIZE(0, Limits.BYTES),
  TENSOR_SIZE(0, Limits.BYTES),
  TGT_POSITION(0, Limits.BYTES),
  BUFFER_END(0, Limits.BYTES),
  START_ADDR(0, Limits.ADDRESS),
  END_ADDR(0, Limits.ADDRESS),
  TIMESTEP_START(0, Integer.MAX_VALUE - 1),
  TIMESTEP_END(0, Integer.MAX_VALUE - 1),
  LIVE_START(0, Limits.POSITION),
  LIVE_END(0, Limits.POSITION),
  HOLD_IN_LMEM(0, 1),
  ALLOW_BANK_CONFLICT,
  ONE_LOOP(0, 1),
  SHAPE_SECS {
    @Override
    @Nullable String wrong(byte[] line, int from, int to) {
      return areSlices(line, from, to) ? null : " is not five numbers";
    }
  };

  /** Constants of an enum cannot refer to its own fields. */
  private static final class Limits {

    /** Limit such that sums over all buffers of a plan fit a long. */
    static final long BYTES = 1L << 44;

    /** Global addresses of a chip with tagged regions have a tag from bit 40. */
    static final long ADDRESS = 1L << 48;

    /** The largest unsigned int: a tensor that is never freed. */
    static final long POSITION = (1L << 32) - 1;
  }

  static final int COUNT = values().length;

  static final byte[] SUCCESS = Bytes.of("success");
  private static final byte[] FAILED = Bytes.of("failed");
  private static final int SLICED_DIMENSIONS = 5;
  private static final int SLOTS = 1 << 8;
  private static final PlacementKey[] TABLE = table();

  private final String text = name().toLowerCase(Locale.ROOT);

  @SuppressWarnings("ImmutableEnumChecker") // never changed
  private final byte[] spelled = Bytes.of(text);

  @SuppressWarnings("EnumOrdinal") // a place in memory, never stored
  private final int index = ordinal();

  private final long least;
  private final long most;

  /** A key that allows any text. */
  PlacementKey() {
    this(1, 0);
  }

  PlacementKey(long least, long most) {
    this.least = least;
    this.most = most;
  }

  /** Returns the key spelled by the bytes; {@code null} for an irrelevant one. */
  static @Nullable PlacementKey of(byte[] line, int from, int to) {
    int slot = slot(line, from, to);
    PlacementKey key = TABLE[slot];
    while (key != null && !is(key.spelled, line, from, to)) {
      slot = (slot + 1) % SLOTS;
      key = TABLE[slot];
    }
    return key;
  }

  /** Index of the key, from 0. */
  int index() {
    return index;
  }

  int bit() {
    return 1 << index;
  }

  /**
   * Returns what is wrong with a value, as the end of a sentence after the key, or {@code null}.
   */
  @Nullable String wrong(byte[] line, int from, int to) {
    if (least > most) {
      return null;
    }
    OptionalLong number = Numbers.parse(line, from, to);
    if (number.isEmpty()) {
      return " is no number";
    }
    return number.getAsLong() < least || number.getAsLong() > most ? " is out of range" : null;
  }

  @Override
  public String toString() {
    return text;
  }

  private static boolean is(byte[] text, byte[] line, int from, int to) {
    return to - from == text.length && startsWith(text, line, from, to);
  }

  /** Whether the bytes begin with a text. */
  static boolean startsWith(byte[] text, byte[] line, int from, int to) {
    boolean starts = to - from >= text.length;
    for (int i = 0; starts && i < text.length; i++) {
      starts = line[from + i] == text[i];
    }
    return starts;
  }

  /** Whether the value has the form {@code n,c,d,h,w}. */
  private static boolean areSlices(byte[] line, int from, int to) {
    int numbers = 0;
    int digits = 0;
    for (int i = from; i <= to; i++) {
      byte b = i == to ? (byte) ',' : line[i];
      if (b == ',' && digits > 0) {
        numbers++;
        digits = 0;
      } else if (Bytes.isDigit(b)) {
        digits++;
      } else {
        return false;
      }
    }
    return numbers == SLICED_DIMENSIONS;
  }

  private static PlacementKey[] table() {
    PlacementKey[] table = new PlacementKey[SLOTS];
    for (PlacementKey key : values()) {
      int slot = slot(key.spelled, 0, key.spelled.length);
      while (table[slot] != null) {
        slot = (slot + 1) % SLOTS;
      }
      table[slot] = key;
    }
    return table;
  }

  /** Hashes a key, which is never empty. */
  private static int slot(byte[] bytes, int from, int to) {
    int hash = (to - from) * 31 + bytes[from];
    hash = hash * 31 + bytes[from + (to - from) / 2];
    return (hash * 31 + bytes[to - 1]) & (SLOTS - 1);
  }
}
