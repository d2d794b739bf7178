package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Needles;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import java.util.List;

/**
 * Lines of TPU-MLIR's shell and tools that name the chip: the debugger file's name ({@code
 * <model>_<chip>_<mode>.layer_group_…json}), the {@code --processor-assign} of a {@code tpuc-opt}
 * and the {@code chip:} of {@code model_tool}. A name that is no chip's says nothing.
 */
final class ChipLines {

  /** What gives a line away but for the tool's, which is known by its begin. */
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

  /** The shell's own line of a command, as it begins and as it ends. */
  private static boolean isCommand(byte[] bytes, int from, int end) {
    for (byte[] command : COMMANDS) {
      if (Bytes.startsWith(bytes, from, end, command)) {
        return true;
      }
    }
    return false;
  }

  /** {@link #parse} for a line that holds none of {@link #TEXTS}. */
  static Parsed ofTool(byte[] bytes, int from, int end) {
    int name = from + TOOL.length;
    return Bytes.startsWith(bytes, from, end, TOOL) && wordEnd(bytes, name, end) == end
        ? named(bytes, name, end)
        : Ignored.IGNORED;
  }

  /** A model's name may hold a chip's too; the compiler's own comes after it. */
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
