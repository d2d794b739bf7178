package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.memory.MemoryBounds;
import io.tidemark.analysis.memory.Point;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.MemoryHeader;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.MemoryViewLine;
import java.util.List;

/**
 * Parses {@code Device … memory state} lines: the header of a block, and the figures of one memory.
 * The runtime prints MiB of one bank with three decimals. They are converted to bytes with integers
 * only.
 */
final class MemoryLines {

  private static final byte[] DEVICE = Bytes.of("Device");
  private static final byte[] BEFORE_OPERATION = Bytes.of(" before operation ");
  private static final byte[] BEFORE_SUBMIT = Bytes.of(" before submit");
  private static final byte[] AFTER_SUBMIT = Bytes.of(" after submit");
  private static final byte[] VIEW = Bytes.of(": MemoryView{");
  private static final byte[] BANKS = Bytes.of("numBanks: ");
  private static final byte[] CLOSE = Bytes.of("}");
  private static final byte[] MIB = Bytes.of(" MB");
  private static final byte[] POINT = Bytes.of(".");

  private static final byte[] CAPACITY = Bytes.of(", totalBytesPerBank: ");
  private static final byte[] USED = Bytes.of(", totalBytesAllocatedPerBank: ");
  private static final byte[] FREE = Bytes.of(", totalBytesFreePerBank: ");
  private static final byte[] LARGEST = Bytes.of(", largestContiguousBytesFreePerBank: ");

  /** The memories as printed, with their names. */
  private static final List<Memory> MEMORIES =
      List.of(
          new Memory("DRAM", "DRAM"),
          new Memory("L1", "L1"),
          new Memory("L1_SMALL", "L1_SMALL"),
          new Memory("TRACE", "TRACE"),
          new Memory("L1 SMALL", "L1_SMALL"));

  private static final int MAX_OP_BYTES = 256;
  private static final int MAX_NAME_BYTES = 32;
  private static final int MAX_BANK_DIGITS = 5;

  /** 2^20 times a number of this many digits fits a long. */
  private static final int MAX_MIB_DIGITS = 7;

  private static final int MAX_DECIMALS = 9;

  /**
   * Three figures are rounded to three decimals: used plus free may differ by 0.002 MiB from
   * capacity.
   */
  private static final long ROUNDING_BYTES = 2098;

  private MemoryLines() {}

  private static final class Memory {
    final byte[] printed;
    final String name;

    Memory(String printed, String name) {
      this.printed = Bytes.of("Device " + printed);
      this.name = name;
    }
  }

  /** Parses a line that has {@code memory state} at {@code [hit, past)}. */
  static Parsed parse(Line line, int hit, int past) {
    if (Bytes.endsWith(line.bytes, line.start(), hit, DEVICE)) {
      return header(line, line.cursor(past));
    }
    for (Memory memory : MEMORIES) {
      if (Bytes.endsWith(line.bytes, line.start(), hit, memory.printed)) {
        return view(line, line.cursor(past), memory.name);
      }
    }
    int name = nameOfADevicesMemory(line, hit);
    return name >= 0 && line.cursor(past).accept(VIEW)
        ? line.rejected(name, "unknown memory")
        : Ignored.IGNORED;
  }

  private static int nameOfADevicesMemory(Line line, int hit) {
    int name = hit;
    int first = Math.max(line.start(), hit - MAX_NAME_BYTES);
    while (name > first && !Bytes.isBlank(line.bytes[name - 1])) {
      name--;
    }
    boolean afterDevice =
        name > line.start() && Bytes.endsWith(line.bytes, line.start(), name - 1, DEVICE);
    return afterDevice ? name : -1;
  }

  private static Parsed header(Line line, Cursor cursor) {
    if (cursor.accept(BEFORE_OPERATION)) {
      cursor.at = Bytes.skipColour(line.bytes, cursor.at, line.end);
      int opEnd = cursor.wordEnd();
      if (opEnd == cursor.at || opEnd - cursor.at > MAX_OP_BYTES) {
        return line.rejected(cursor.at, "memory header: no operation name");
      }
      String op = cursor.text(opEnd);
      cursor.at = opEnd;
      return closed(line, cursor, new MemoryHeader(line.device(), Point.BEFORE_OPERATION, op));
    }
    int broke = cursor.broke;
    if (cursor.accept(BEFORE_SUBMIT)) {
      return closed(line, cursor, new MemoryHeader(line.device(), Point.BEFORE_SUBMIT, null));
    }
    broke = Math.max(broke, cursor.broke);
    if (cursor.accept(AFTER_SUBMIT)) {
      return closed(line, cursor, new MemoryHeader(line.device(), Point.AFTER_SUBMIT, null));
    }
    return line.rejected(Math.max(broke, cursor.broke), "memory header: unknown point");
  }

  private static Parsed closed(Line line, Cursor cursor, MemoryHeader header) {
    cursor.skipBlanks();
    return cursor.at == line.end
        ? header
        : line.rejected(cursor.at, "memory header: text after its end");
  }

  private static Parsed view(Line line, Cursor cursor, String memory) {
    if (!cursor.accept(VIEW) || !cursor.accept(BANKS)) {
      return broken(line, cursor);
    }
    long banks = cursor.number(MAX_BANK_DIGITS);
    if (banks < 0) {
      return broken(line, cursor);
    }
    long capacity = bytesPerBank(cursor, CAPACITY);
    long used = capacity < 0 ? -1 : bytesPerBank(cursor, USED);
    long free = used < 0 ? -1 : bytesPerBank(cursor, FREE);
    long largestFree = free < 0 ? -1 : bytesPerBank(cursor, LARGEST);
    if (largestFree < 0 || !cursor.accept(CLOSE)) {
      return broken(line, cursor);
    }
    MemoryBounds.Breach breach =
        TtMetalBounds.of(banks, capacity, used, free, largestFree, ROUNDING_BYTES).breach();
    return breach == null
        ? new MemoryViewLine(line.device(), memory, (int) banks, capacity, used, free, largestFree)
        : line.rejected(figure(line, breach.figure()), breach.reason());
  }

  /** Returns the position of the figure. */
  private static int figure(Line line, MemoryBounds.Figure figure) {
    byte[] label =
        switch (figure) {
          case BANKS -> BANKS;
          case CAPACITY -> CAPACITY;
          case USED -> USED;
          case FREE -> FREE;
          case LARGEST_FREE -> LARGEST;
        };
    return Bytes.lastIndexOf(line.bytes, line.start(), line.end, label) + label.length;
  }

  private static Parsed broken(Line line, Cursor cursor) {
    return line.rejected(
        cursor.broke,
        cursor.broke == line.end
            ? "memory view: the line ends early"
            : "memory view: unexpected text");
  }

  private static long bytesPerBank(Cursor cursor, byte[] label) {
    if (!cursor.accept(label)) {
      return -1;
    }
    long mib = cursor.number(MAX_MIB_DIGITS);
    if (mib < 0) {
      return -1;
    }
    long bytes = mib << 20;
    if (cursor.accept(POINT)) {
      int from = Bytes.skipColour(cursor.bytes, cursor.at, cursor.end);
      long fraction = cursor.number(MAX_DECIMALS);
      if (fraction < 0) {
        return -1;
      }
      long unit = 1;
      for (int i = from; i < cursor.at; i++) {
        unit *= 10;
      }
      bytes += ((fraction << 21) + unit) / (2 * unit);
    }
    return cursor.accept(MIB) ? bytes : -1;
  }
}
