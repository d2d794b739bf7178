package io.tidemark.analysis.system.tenstorrent;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.memory.MemoryBounds;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact.AllocationFailed;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.Shortage;
import org.jspecify.annotations.Nullable;

/**
 * The runtime's out-of-memory line in its four wordings; older ones state fewer figures.
 *
 * <pre>
 *   to allocate N B DRAM buffer across N banks, where each bank needs to store N B
 *       [, but bank size is [only ]N B] [ (allocated: N B, free: N B, largest free block: N B)]
 *   after considering dependencies to allocate N B L1 across N banks (N B per bank),
 *       bank size is N B (allocated: N B, free: N B, largest free block: N B
 * </pre>
 */
final class AllocationLines {

  private static final byte[] TO_ALLOCATE = Bytes.of("to allocate");
  private static final byte[] AFTER_DEPENDENCIES =
      Bytes.of("after considering dependencies to allocate ");
  private static final byte[] OF = Bytes.of(" B ");
  private static final byte[] BUFFER_ACROSS = Bytes.of(" buffer across ");
  private static final byte[] ACROSS = Bytes.of(" across ");
  private static final byte[] EACH_NEEDS = Bytes.of(" banks, where each bank needs to store ");
  private static final byte[] BANKS_OPEN = Bytes.of(" banks (");
  private static final byte[] PER_BANK = Bytes.of(" B per bank), bank size is ");
  private static final byte[] BUT_BANK_SIZE = Bytes.of(", but bank size is ");
  private static final byte[] BANK_SIZE = Bytes.of(" bank size is ");
  private static final byte[] ONLY = Bytes.of("only ");
  private static final byte[] BYTES = Bytes.of(" B");
  private static final byte[] ALLOCATED = Bytes.of(" (allocated: ");
  private static final byte[] FREE = Bytes.of(" B, free: ");
  private static final byte[] LARGEST = Bytes.of(" B, largest free block: ");
  private static final byte[] BYTES_CLOSE = Bytes.of(" B)");

  private static final int MAX_NAME_BYTES = 32;
  private static final int MAX_BANK_DIGITS = 5;
  private static final long NOT_STATED = -1;
  private static final Fill NO_FILL = new Fill(NOT_STATED, NOT_STATED, NOT_STATED);

  private AllocationLines() {}

  private record Fill(long used, long free, long largestFree) {}

  private record Request(long neededBytes, String memory, int banks) {}

  /** Parses the text after {@code Out of Memory: Not enough space }. */
  static Parsed parse(Line line, int at) {
    Cursor cursor = line.cursor(at);
    boolean shared = cursor.accept(AFTER_DEPENDENCIES);
    if (!shared && !cursor.accept(TO_ALLOCATE)) {
      return Ignored.IGNORED;
    }
    int figures = cursor.at;
    cursor.skipBlanks();
    if (!shared && cursor.at == figures) {
      return Ignored.IGNORED;
    }
    if (cursor.at == line.end || !Bytes.isDigit(line.bytes[cursor.at])) {
      // This is the format string itself, as source lines in a stack trace show it.
      return Ignored.IGNORED;
    }
    AllocationFailed failed = shared ? shared(line, cursor) : plain(line, cursor);
    if (failed == null) {
      return line.rejected(cursor.broke, "out of memory: broken figures");
    }
    MemoryBounds.Breach breach = bounds(failed.shortage()).breach();
    return breach == null
        ? failed
        : line.rejected(figure(line, at, breach.figure()), breach.reason());
  }

  private static MemoryBounds bounds(Shortage shortage) {
    BankBytes bank = shortage.bank();
    return TtMetalBounds.of(
        shortage.banks(),
        orNotStated(bank.bankBytes()),
        orNotStated(bank.usedPerBank()),
        orNotStated(bank.freePerBank()),
        orNotStated(bank.largestFreePerBank()),
        0);
  }

  private static long orNotStated(@Nullable Long figure) {
    return figure == null ? NOT_STATED : figure;
  }

  /** Returns the position of the figure. */
  private static int figure(Line line, int at, MemoryBounds.Figure figure) {
    byte[] label =
        switch (figure) {
          case BANKS -> ACROSS;
          case CAPACITY -> BANK_SIZE;
          case USED -> ALLOCATED;
          case FREE -> FREE;
          case LARGEST_FREE -> LARGEST;
        };
    int hit = Bytes.indexOf(line.bytes, at, line.end, label);
    return hit < 0 ? at : hit + label.length;
  }

  private static @Nullable AllocationFailed plain(Line line, Cursor cursor) {
    Request request = request(cursor, BUFFER_ACROSS);
    if (request == null || !cursor.accept(EACH_NEEDS)) {
      return null;
    }
    long perBank = cursor.number();
    if (perBank < 0 || !cursor.accept(BYTES)) {
      return null;
    }
    long bankBytes = bankBytes(cursor);
    Fill fill = fill(cursor, BYTES_CLOSE);
    return failed(line, request, perBank, bankBytes, fill == null ? NO_FILL : fill);
  }

  private static @Nullable AllocationFailed shared(Line line, Cursor cursor) {
    Request request = request(cursor, ACROSS);
    if (request == null || !cursor.accept(BANKS_OPEN)) {
      return null;
    }
    long perBank = cursor.number();
    if (perBank < 0 || !cursor.accept(PER_BANK)) {
      return null;
    }
    long bankBytes = cursor.number();
    if (bankBytes < 0 || !cursor.accept(BYTES)) {
      return null;
    }
    Fill fill = fill(cursor, BYTES);
    return fill == null ? null : failed(line, request, perBank, bankBytes, fill);
  }

  private static @Nullable Request request(Cursor cursor, byte[] across) {
    long needed = cursor.number();
    if (needed < 0 || !cursor.accept(OF)) {
      return null;
    }
    int nameEnd = cursor.wordEnd();
    if (nameEnd == cursor.at || nameEnd - cursor.at > MAX_NAME_BYTES) {
      cursor.broke = cursor.at;
      return null;
    }
    String memory = cursor.text(nameEnd);
    cursor.at = nameEnd;
    if (!cursor.accept(across)) {
      return null;
    }
    long banks = cursor.number(MAX_BANK_DIGITS);
    return banks < 0 ? null : new Request(needed, memory, (int) banks);
  }

  /** An incomplete optional part counts as absent, and the cursor stays before it. */
  private static long bankBytes(Cursor cursor) {
    int before = cursor.at;
    if (cursor.accept(BUT_BANK_SIZE)) {
      cursor.accept(ONLY);
      long bankBytes = cursor.number();
      if (bankBytes >= 0 && cursor.accept(BYTES)) {
        return bankBytes;
      }
    }
    cursor.at = before;
    return NOT_STATED;
  }

  private static @Nullable Fill fill(Cursor cursor, byte[] close) {
    long used = cursor.accept(ALLOCATED) ? cursor.number() : -1;
    long free = used >= 0 && cursor.accept(FREE) ? cursor.number() : -1;
    long largestFree = free >= 0 && cursor.accept(LARGEST) ? cursor.number() : -1;
    return largestFree >= 0 && cursor.accept(close) ? new Fill(used, free, largestFree) : null;
  }

  private static AllocationFailed failed(
      Line line, Request request, long perBank, long bankBytes, Fill fill) {
    BankBytes bank =
        BankBytes.stated(perBank, bankBytes, fill.used(), fill.free(), fill.largestFree());
    return new AllocationFailed(
        line.device(),
        request.memory(),
        new Shortage(request.banks(), request.neededBytes(), bank),
        Diagnosis.of(bank),
        null,
        false);
  }
}
