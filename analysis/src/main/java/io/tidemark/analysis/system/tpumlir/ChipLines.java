package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import java.util.List;

/**
 * Lines of TPU-MLIR's shell and tools that name the chip: the debugger file ({@code
 * <model>_<chip>_<mode>.layer_group_…json}), {@code --processor-assign} of {@code tpuc-opt}, and
 * {@code chip:} of {@code model_tool}. Names of unknown chips are ignored.
 */
final class ChipLines {

  /** Texts that identify such a line, except that of the tool, which begins its line. */
  static final List<String> TEXTS = List.of("Load debugger file \"", "--processor-assign=\"chip=");

  private static final byte[] DEBUGGER_FILE = Bytes.of(TEXTS.get(0));
  private static final byte[] PROCESSOR = Bytes.of(TEXTS.get(1));
  private static final byte[][] COMMANDS = {
    Bytes.of("[Running]: "), Bytes.of("[Success]: "), Bytes.of("[Failed]: "), Bytes.of("tpuc-opt ")
  };
  private static final byte[] TOOL = Bytes.of("chip: ");
  private static final int LONGEST_NAME = 8;

  private ChipLines() {}

  /** Parses a line whose first one of {@link #TEXTS} stands at {@code at}. */
  static Parsed parse(byte[] bytes, int from, int end, int at) {
    if (Bytes.startsWith(bytes, at, end, DEBUGGER_FILE)) {
      return at == from ? inFileName(bytes, at + DEBUGGER_FILE.length, end) : Ignored.IGNORED;
    }
    int chip = at + PROCESSOR.length;
    return isCommand(bytes, from, end)
        ? named(bytes, chip, wordEnd(bytes, chip, end))
        : Ignored.IGNORED;
  }

  /** Whether the line is one in which the shell echoes a command. */
  private static boolean isCommand(byte[] bytes, int from, int end) {
    for (byte[] command : COMMANDS) {
      if (Bytes.startsWith(bytes, from, end, command)) {
        return true;
      }
    }
    return false;
  }

  /** Parses a line without any of {@link #TEXTS}. */
  static Parsed ofTool(byte[] bytes, int from, int end) {
    int name = from + TOOL.length;
    return Bytes.startsWith(bytes, from, end, TOOL) && wordEnd(bytes, name, end) == end
        ? named(bytes, name, end)
        : Ignored.IGNORED;
  }

  /** The name of a model may also contain a chip; the compiler's chip comes after it. */
  private static Parsed inFileName(byte[] bytes, int from, int end) {
    Parsed last = Ignored.IGNORED;
    int begin = from;
    for (int i = from; i < end && bytes[i] != '"' && bytes[i] != '.'; i++) {
      if (bytes[i] == '_') {
        Parsed named = named(bytes, begin, i);
        last = named == Ignored.IGNORED ? last : named;
        begin = i + 1;
      }
    }
    return last;
  }

  private static int wordEnd(byte[] bytes, int from, int end) {
    int i = from;
    while (i < end && Bytes.isWord(bytes[i])) {
      i++;
    }
    return i;
  }

  private static Parsed named(byte[] bytes, int from, int to) {
    Chip chip = to - from > LONGEST_NAME ? null : Chip.named(Bytes.text(bytes, from, to));
    return chip == null ? Ignored.IGNORED : new ChipNamed(chip);
  }
}
