package io.tidemark.analysis.system.xla;

import static java.util.stream.Collectors.joining;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.memory.Sizes;
import io.tidemark.analysis.system.xla.BfcFact.Chunk;
import io.tidemark.analysis.system.xla.BfcFact.Heading;
import io.tidemark.analysis.system.xla.BfcFact.Stat;
import io.tidemark.analysis.system.xla.BfcFact.StatLine;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lines of a dump in all versions since 2016. Each follows {@code bfc_allocator.cc:N] }, except the
 * statistics. Other messages are ignored.
 */
final class BfcDumpLines {

  private static final byte[] RAN_OUT = Bytes.of(" ran out of memory trying to allocate ");
  private static final byte[][] CHUNKS = {
    Bytes.of("InUse at "), Bytes.of("Free  at "), Bytes.of("Free at "), Bytes.of("Chunk at ")
  };
  private static final byte[] OF_SIZE = Bytes.of(" of size ");
  private static final int MAX_NEXT = 96;
  private static final int MAP_WIDTH = 100;
  private static final int MAX_STAT_BYTES = 64;
  private static final Stat[] STAT_KINDS = Stat.values();
  private static final byte[][] STAT_TEXTS = texts();

  /** First letters of the statistics. */
  private static final String STAT_HEADS =
      Stream.of(STAT_KINDS).map(stat -> stat.text.substring(0, 1)).collect(joining());

  private BfcDumpLines() {}

  private static byte[][] texts() {
    byte[][] texts = new byte[STAT_KINDS.length][];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = Bytes.of(STAT_KINDS[i].text + ":");
    }
    return texts;
  }

  /** Parses the message after {@code bfc_allocator.cc:}. */
  static Parsed message(XlaLogLine line) {
    Cursor cursor = line.cursor;
    if (cursor.number() < 0 || !cursor.accept("] ")) {
      return Ignored.IGNORED;
    }
    cursor.skipBlanks();
    if (line.atEnd()) {
      return Ignored.IGNORED;
    }
    byte first = line.bytes[cursor.at];
    return switch (first) {
      case 'A' -> cursor.accept("Allocator (") ? failure(line) : BfcPoolLines.pool(line);
      case 'T', 't' -> BfcPoolLines.pool(line);
      case 'B' -> bin(line);
      case 'I', 'F', 'C' -> chunk(line, first == 'I' || first == 'C');
      case 'N' -> cursor.accept("Next region of size ") ? region(line) : Ignored.IGNORED;
      case 'R' ->
          cursor.accept("Ran out of memory trying to allocate ")
              ? BfcFailureLines.request(line, "")
              : Ignored.IGNORED;
      case 'S' -> summary(line);
      case '*', 'x', '_' -> map(line);
      default -> line.number(" Chunks of size ") < 0 ? Ignored.IGNORED : new Heading(line.thread());
    };
  }

  private static Parsed failure(XlaLogLine line) {
    Cursor cursor = line.cursor;
    int hit = Bytes.indexOf(line.bytes, cursor.at, Math.min(line.end, cursor.at + 512), RAN_OUT);
    if (hit < 0) {
      cursor.broke = line.end;
      return line.rejected("allocator: cut");
    }
    cursor.at = hit + RAN_OUT.length;
    return BfcFailureLines.allocator(line, hit);
  }

  private static Parsed bin(XlaLogLine line) {
    Cursor cursor = line.cursor;
    if (cursor.accept("BFCAllocator dump for ")) {
      int to = cursor.tokenEnd();
      cursor.broke = to;
      return to == cursor.at
          ? line.rejected("dump: no allocator")
          : new BfcFact.DumpStarted(line.thread(), cursor.text(to));
    }
    return cursor.accept("Bin for ") || cursor.accept("Bin (")
        ? new Heading(line.thread())
        : Ignored.IGNORED;
  }

  private static Parsed region(XlaLogLine line) {
    long bytes = line.cursor.number();
    return bytes < 0
        ? line.rejected("region: broken size")
        : new BfcFact.Region(line.thread(), bytes);
  }

  private static Parsed chunk(XlaLogLine line, boolean inUse) {
    Cursor cursor = line.cursor;
    for (byte[] chunk : CHUNKS) {
      if (cursor.accept(chunk)) {
        // Until 2.3 the number of the next chunk stood before the size.
        int most = Math.min(line.end, cursor.at + MAX_NEXT);
        int size = Bytes.indexOf(line.bytes, cursor.at, most, OF_SIZE);
        cursor.broke = most;
        cursor.at = size < 0 ? cursor.at : size + OF_SIZE.length;
        long bytes = size < 0 ? -1 : cursor.number();
        return bytes < 0
            ? line.rejected("chunk: broken size")
            : new Chunk(line.thread(), inUse, bytes);
      }
    }
    return Ignored.IGNORED;
  }

  private static Parsed summary(XlaLogLine line) {
    Cursor cursor = line.cursor;
    if (cursor.accept("Stats:")) {
      return line.atEnd() ? new BfcFact.StatsStarted(line.thread()) : Ignored.IGNORED;
    }
    return cursor.accept("Summary of in-use Chunks by size:")
            || cursor.accept("Sum Total of in-use chunks: ")
        ? new Heading(line.thread())
        : Ignored.IGNORED;
  }

  private static Parsed map(XlaLogLine line) {
    int from = line.cursor.at;
    if (line.end - from != MAP_WIDTH) {
      return Ignored.IGNORED;
    }
    for (int at = from; at < line.end; at++) {
      byte b = line.bytes[at];
      if (b != '*' && b != 'x' && b != '_') {
        return Ignored.IGNORED;
      }
    }
    return new BfcFact.OccupancyMap(line.thread());
  }

  /** Parses a statistic such as {@code MaxInUse: 190.00MiB}; older versions print integers. */
  static Parsed statistic(XlaLogLine line) {
    Cursor cursor = line.cursor;
    if (cursor.accept(BfcFailureLines.NODE)) {
      return BfcFailureLines.node(line);
    }
    Stat stat = line.end - cursor.at > MAX_STAT_BYTES ? null : stat(cursor);
    if (stat == null || line.atEnd() || !Bytes.isBlank(line.bytes[cursor.at])) {
      return Ignored.IGNORED;
    }
    cursor.skipBlanks();
    long value = line.lastSize();
    if (cursor.tooLarge) {
      return line.rejected("statistic: " + stat.text);
    }
    return value == Sizes.NONE ? Ignored.IGNORED : new StatLine(stat, value);
  }

  private static @Nullable Stat stat(Cursor cursor) {
    if (cursor.at < cursor.end && STAT_HEADS.indexOf(cursor.bytes[cursor.at]) >= 0) {
      for (int i = 0; i < STAT_TEXTS.length; i++) {
        if (cursor.accept(STAT_TEXTS[i])) {
          return STAT_KINDS[i];
        }
      }
    }
    return null;
  }
}
