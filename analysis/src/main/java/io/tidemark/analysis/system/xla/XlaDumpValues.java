package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Needles;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.message.RowCursor;
import io.tidemark.analysis.system.xla.XlaDumpFact.Instruction;
import io.tidemark.analysis.system.xla.XlaDumpFact.Value;
import io.tidemark.analysis.system.xla.XlaDumpFact.ValueHead;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses values, both in the list of an allocation and in their own descriptions. */
final class XlaDumpValues {

  private static final byte[] ROOT = Bytes.of("ROOT ");
  private static final Needles METADATA = new Needles(List.of("metadata={"));
  private static final byte[] OP_NAME = Bytes.of("op_name=\"");
  private static final Needles OP_NAMES = new Needles(List.of("op_name=\""));

  /** Limit of an opcode's length, twice that of XLA's longest. */
  private static final int MAX_OPCODE = 64;

  /** Limit in bytes; longer shapes are tuples. */
  private static final int MAX_SHAPE = 256;

  private XlaDumpValues() {}

  static Parsed value(RowCursor line) {
    if (!line.accept(" value: <")) {
      return Ignored.IGNORED;
    }
    ValueHead head = shortName(line);
    if (head == null || !line.accept(" (size=")) {
      return line.rejected(line.broke, "value: broken name");
    }
    long bytes = line.number();
    if (bytes < 0 || !line.accept(",offset=")) {
      return line.rejected(line.broke, "value: broken size");
    }
    long offset = line.number();
    if (offset < 0 || !line.accept("): ") || line.atEnd()) {
      return line.rejected(line.broke, "value: broken offset or no shape");
    }
    if (!isClosed(line.bytes, line.at, line.end)) {
      return line.rejected(line.end, "value: its shape is cut short");
    }
    String shape = line.end - line.at > MAX_SHAPE ? null : line.text(line.end);
    return new Value(head.id(), head.name(), bytes, offset, shape);
  }

  /** Parses {@code <2 reduce_sum.5 @0>} alone on a line; other tools print such lines, too. */
  static Parsed head(RowCursor line) {
    if (line.bytes[line.end - 1] != '>' || !line.accept("<")) {
      return Ignored.IGNORED;
    }
    ValueHead head = shortName(line);
    return head != null && line.atEnd() ? head : Ignored.IGNORED;
  }

  private static @Nullable ValueHead shortName(RowCursor line) {
    long id = line.number();
    if (id < 0 || !line.accept(" ")) {
      return null;
    }
    int to = line.wordEnd('>');
    line.broke = to;
    if (to == line.at) {
      return null;
    }
    String name = withIndex(line.text(to));
    line.at = to;
    line.accept(" (phi)");
    if (line.accept(" @") && line.index() < 0) {
      return null;
    }
    return line.accept(">") ? new ValueHead(id, name) : null;
  }

  /**
   * Whether the text has brackets, and all brackets and quotes are closed; most cut texts fail
   * this. Brackets in quotes do not count. A backslash escapes the next byte.
   */
  private static boolean isClosed(byte[] line, int from, int to) {
    int open = 0;
    boolean any = false;
    boolean quoted = false;
    for (int at = from; at < to; at++) {
      byte b = line[at];
      quoted ^= b == '"';
      at += quoted && b == '\\' ? 1 : 0;
      boolean opens = !quoted && (b == '(' || b == '[' || b == '{');
      boolean closes = !quoted && (b == ')' || b == ']' || b == '}');
      any |= opens;
      open += opens ? 1 : closes ? -1 : 0;
    }
    return any && open == 0 && !quoted;
  }

  /** Returns a value's name with its shape index, {@code {}} if it has none, as in live ranges. */
  private static String withIndex(String name) {
    return name.endsWith("}") ? name : name + "{}";
  }

  static Parsed instruction(RowCursor line) {
    if (!line.accept(" from instruction: ")) {
      return Ignored.IGNORED;
    }
    line.accept(ROOT);
    line.accept("%");
    int to = line.wordEnd('=');
    if (to == line.at) {
      return line.rejected(to, "instruction: no name");
    }
    String name = line.text(to);
    int metadata = METADATA.find(line.bytes, to, line.end);
    int op = metadata < 0 ? -1 : OP_NAMES.find(line.bytes, metadata, line.end);
    if (!isClosed(line.bytes, to, line.end)) {
      return line.rejected(line.end, "instruction: cut short");
    }
    return new Instruction(
        name, opcode(line, to), op < 0 ? null : quoted(line, op + OP_NAME.length));
  }

  /** Returns the opcode after the shape: {@code = (f32[2]{0}, s32[]) fusion(…)}. */
  private static @Nullable String opcode(RowCursor line, int from) {
    int at = from;
    while (at < line.end && (Bytes.isBlank(line.bytes[at]) || line.bytes[at] == '=')) {
      at++;
    }
    int depth = 0;
    while (at < line.end && (depth > 0 || !Bytes.isBlank(line.bytes[at]))) {
      byte b = line.bytes[at++];
      depth += b == '(' || b == '{' || b == '[' ? 1 : b == ')' || b == '}' || b == ']' ? -1 : 0;
    }
    at++;
    int end = at;
    while (end < line.end && (Bytes.isWord(line.bytes[end]) || line.bytes[end] == '-')) {
      end++;
    }
    boolean called = end > at && end < line.end && line.bytes[end] == '(';
    return called && end - at <= MAX_OPCODE ? Bytes.text(line.bytes, at, end) : null;
  }

  /** Returns the text up to the closing quote; a backslash escapes the next byte. */
  private static @Nullable String quoted(RowCursor line, int from) {
    byte[] text = new byte[line.end - from];
    int size = 0;
    for (int at = from; at < line.end && line.bytes[at] != '"'; at++) {
      if (line.bytes[at] == '\\' && ++at == line.end) {
        break;
      }
      text[size++] = line.bytes[at];
    }
    return size == 0 ? null : new String(text, 0, size, StandardCharsets.UTF_8);
  }
}
