package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Cursor;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.line.Wrappers;
import io.tidemark.analysis.memory.MemoryBounds;
import io.tidemark.analysis.memory.Sizes;
import org.jspecify.annotations.Nullable;

/** A line of XLA's log, read forward from where it was known. */
final class XlaLogLine {

  private static final int MAX_TEXT = 4096;
  private static final String TOO_LARGE =
      ": a figure above the allowed %d B".formatted(MemoryBounds.MAX_BYTES);

  final byte[] bytes;

  /** Where the line begins in the log: a launcher's mark stands here. */
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

  /** At the byte that the cursor last refused. */
  Rejected rejected(String reason) {
    String words = cursor.tooLarge ? reason + TOO_LARGE : reason;
    return new Rejected(format, cursor.broke - start + 1, words);
  }

  /** Read once: it says where the message begins, and whose it is. */
  LogPrefix prefix() {
    if (prefix == null) {
      prefix =
          LogPrefix.mayBegin(bytes, start, end)
              ? LogPrefix.of(bytes, start, end)
              : new LogPrefix(start, "");
    }
    return prefix;
  }

  /** Who wrote the line, as far as its logger and its launcher name it. */
  String thread() {
    String thread = prefix().thread();
    String process = head == start ? "" : Wrappers.process(bytes, head, start);
    return process.isEmpty() || thread.isEmpty() ? process + thread : process + '/' + thread;
  }

  boolean atEnd() {
    return cursor.at >= end;
  }

  /** The size here, then {@code mark}; {@link Sizes#NONE} when either is missing. */
  long size(byte[] mark) {
    long size = Sizes.read(cursor);
    return size != Sizes.NONE && cursor.accept(mark) ? size : Sizes.NONE;
  }

  /** The size here that ends the line. */
  long lastSize() {
    long size = Sizes.read(cursor);
    if (size != Sizes.NONE && !atEnd()) {
      cursor.broke = cursor.at;
      return Sizes.NONE;
    }
    return size;
  }

  /** The whole number here, then {@code mark}; −1 when either is missing. */
  long number(byte[] mark) {
    long number = cursor.number();
    return number >= 0 && cursor.accept(mark) ? number : -1;
  }

  /** The word here, then {@code mark}; {@code null} when either is missing. */
  @Nullable String word(byte[] mark) {
    int to = cursor.wordEnd();
    if (to == cursor.at || to - cursor.at > MAX_TEXT) {
      cursor.broke = cursor.at;
      return null;
    }
    String word = cursor.text(to);
    cursor.at = to;
    return cursor.accept(mark) ? word : null;
  }

  /** The text up to {@code mark}, which is passed; {@code null} when none follows near enough. */
  @Nullable String upTo(byte[] mark) {
    int found = Bytes.indexOf(bytes, cursor.at, Math.min(end, cursor.at + MAX_TEXT), mark);
    if (found < 0) {
      cursor.broke = end;
      return null;
    }
    String text = cursor.text(found);
    cursor.at = found + mark.length;
    return text;
  }

  /** The text up to the line's end, of a very long one its begin. */
  String rest() {
    return cursor.text(Math.min(end, cursor.at + MAX_TEXT));
  }
}
