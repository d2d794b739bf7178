package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Needles;
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

  private static final Needles NEEDLES = new Needles(TEXTS);
  private static final int[] NEEDLE_LENGTHS = {20, 25};
  private static final byte[][] COMMANDS = {
    Bytes.of("[Running]: "), Bytes.of("[Success]: "), Bytes.of("[Failed]: "), Bytes.of("tpuc-opt ")
  };
  private static final byte[] TOOL = Bytes.of("chip: ");
  private static final int LONGEST_NAME = 8;

  private ChipLines() {}

  static Parsed parse(byte[] bytes, int from, int end) {
    if (Bytes.startsWith(bytes, from, end, TOOL)) {
      return ofTool(bytes, from, end);
    }
    int at = NEEDLES.find(bytes, from, end);
    if (at < 0) {
      return Ignored.IGNORED;
    }
    int which = NEEDLES.which(bytes, at, end);
    int past = at + NEEDLE_LENGTHS[which];
    if (which == 0) {
      return at == from ? inFileName(bytes, past, end) : Ignored.IGNORED;
    }
    return isCommand(bytes, from, end)
        ? named(bytes, past, wordEnd(bytes, past, end))
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

  /** {@link #parse} for a line without any of {@link #TEXTS}. */
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
