package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.LogPrefix;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.line.Wrappers;
import io.tidemark.analysis.memory.MemoryBounds;
import io.tidemark.analysis.memory.Sizes;
import org.jspecify.annotations.Nullable;

/** A line of XLA's log, read forward from a known position. */
final class XlaLogLine {

  static final int MAX_TEXT = 4096;
  private static final String TOO_LARGE =
      ": a figure above the allowed %d B".formatted(MemoryBounds.MAX_BYTES);

  final byte[] bytes;

  /** Start of the line in the log, including a launcher's mark. */
  private final int head;

  final int start;
  final int end;
  final Cursor cursor;
  private final String format;
  private @Nullable LogPrefix prefix;

  XlaLogLine(String format, byte[] bytes, int head, int start, int from, int end) {
    this.format = format;
    this.bytes = bytes;
    this.head = head;
    this.start = start;
    this.end = end;
    this.cursor = new Cursor(bytes, from, end);
  }

  /** Rejects the line at the byte that the cursor did not accept. */
  Rejected rejected(String reason) {
    String words = cursor.tooLarge ? reason + TOO_LARGE : reason;
    return new Rejected(format, cursor.broke - start + 1, words);
  }

  /** The prefix of the line, parsed on first use. */
  LogPrefix prefix() {
    if (prefix == null) {
      prefix =
          LogPrefix.mayBegin(bytes, start, end)
              ? LogPrefix.of(bytes, start, end)
              : new LogPrefix(start, "");
    }
    return prefix;
  }

  /** Writer of the line, from its logger and its launcher. */
  String thread() {
    String thread = prefix().thread();
    String process = head == start ? "" : Wrappers.process(bytes, head, start);
    return process.isEmpty() || thread.isEmpty() ? process + thread : process + '/' + thread;
  }

  boolean atEnd() {
    return cursor.at >= end;
  }

  /** Reads a size and {@code mark}; {@link Sizes#NONE} if either is missing. */
  long size(String mark) {
    long size = Sizes.read(cursor);
    return size != Sizes.NONE && cursor.accept(mark) ? size : Sizes.NONE;
  }

  /** Reads a size that ends the line. */
  long lastSize() {
    long size = Sizes.read(cursor);
    if (size != Sizes.NONE && !atEnd()) {
      cursor.broke = cursor.at;
      return Sizes.NONE;
    }
    return size;
  }

  /** Reads an integer and {@code mark}; −1 if either is missing. */
  long number(String mark) {
    long number = cursor.number();
    return number >= 0 && cursor.accept(mark) ? number : -1;
  }

  /** Reads a word and {@code mark}; {@code null} if either is missing. */
  @Nullable String word(String mark) {
    int to = cursor.wordEnd();
    if (to == cursor.at || to - cursor.at > MAX_TEXT) {
      cursor.broke = cursor.at;
      return null;
    }
    String word = cursor.text(to);
    cursor.at = to;
    return cursor.accept(mark) ? word : null;
  }

  /**
   * Reads the text up to {@code mark} and skips the mark; {@code null} if it is missing or too far.
   */
  @Nullable String upTo(String mark) {
    int most = Math.min(end, cursor.at + MAX_TEXT);
    int found = Bytes.indexOf(bytes, cursor.at, most, Bytes.of(mark));
    if (found < 0) {
      cursor.broke = end;
      return null;
    }
    String text = cursor.text(found);
    cursor.at = found + mark.length();
    return text;
  }

  /** Reads the text up to the end of the line, up to a limit. */
  String rest() {
    return cursor.text(Math.min(end, cursor.at + MAX_TEXT));
  }
}
