package io.tidemark.analysis.system.tpumlir;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.Needles;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Quoted;
import io.tidemark.analysis.line.Parsed.Rejected;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * TPU-MLIR debug records. Values are neither quoted nor escaped, so only {@code "; key = "} ends a
 * value. A single {@code ;} or {@code =} belongs to the value. Only {@code remark} is quoted, and
 * may contain any of these. Lines that name the chip are also parsed.
 */
final class KeyValueFormat extends LineFormat {

  static final byte[] ACTION = Bytes.of("; action = ");
  private static final byte[] LMEM_ASSIGN = Bytes.of("lmem_assign");
  private static final String ACTION_TEXT = "; action = ";
  private static final List<String> TEXTS =
      Stream.concat(Stream.of(ACTION_TEXT), ChipLines.TEXTS.stream()).toList();
  private static final Needles NEEDLES = new Needles(TEXTS);
  private static final Needles ACTIONS = new Needles(List.of(ACTION_TEXT));
  private static final int USUAL_ITEMS = 24;

  /** Ten times the longest known record, so that a hostile line cannot fill the heap. */
  private static final int MAX_ITEMS = 256;

  KeyValueFormat(String name) {
    super(name, TEXTS);
  }

  /** An item, the tool's {@code chip:}, or blanks and colours before either. */
  @Override
  public boolean mayBegin(byte first) {
    return first == ';' || first == 'c' || first == Bytes.ESCAPE || Bytes.isBlank(first);
  }

  @Override
  public Parsed unmarked(byte[] bytes, int head, int start, int end) {
    int first = Bytes.skipBlanks(bytes, start, end);
    return KeyValueReader.isItem(bytes, first, end)
        ? record(bytes, start, end, -1)
        : ChipLines.ofTool(bytes, first, end);
  }

  @Override
  public Parsed parse(byte[] bytes, int head, int start, int end, int needle) {
    int hit = NEEDLES.find(bytes, needle, end);
    if (hit < 0) {
      return Ignored.IGNORED;
    }
    int first = Bytes.skipBlanks(bytes, start, end);
    int action = ACTIONS.find(bytes, hit, end);
    if (KeyValueReader.isItem(bytes, first, end)) {
      return record(bytes, start, end, action);
    }
    if (action < 0) {
      return ChipLines.parse(bytes, first, end, hit);
    }
    // The compiler starts a line with its record, so text before it is from another writer.
    return record(bytes, action, end, action) instanceof Fact ? Quoted.QUOTED : Ignored.IGNORED;
  }

  private Parsed record(byte[] bytes, int from, int end, int action) {
    KeyValueReader reader = new KeyValueReader(bytes, from, end);
    int[] bounds = new int[USUAL_ITEMS * KeyValueRecord.BOUNDS];
    int items = 0;
    while (items < MAX_ITEMS && reader.next()) {
      if (items * KeyValueRecord.BOUNDS == bounds.length) {
        bounds = Arrays.copyOf(bounds, 2 * bounds.length);
      }
      reader.item(bounds, items * KeyValueRecord.BOUNDS, from);
      items++;
    }
    boolean tooMany = items == MAX_ITEMS && reader.next();
    if (tooMany || reader.broke() || reader.mayBeTwo()) {
      int glue = action < 0 ? -1 : glue(bytes, action, end);
      if (glue >= 0) {
        return new Rejected(name, glue - from + 1, "two records in one line");
      }
    }
    if (tooMany || reader.broke()) {
      String reason = tooMany ? "too many items" : "the remark never ends";
      return new Rejected(name, reader.keyFrom() - from + 1, reason);
    }
    byte[] line = Arrays.copyOfRange(bytes, from, end);
    KeyValueRecord record = new KeyValueRecord(line, bounds, items);
    Placement.Fault fault = Placement.fault(record);
    return fault == null
        ? record
        : new Rejected(name, valueOf(fault.item(), record, from, end) - from + 1, fault.reason());
  }

  /**
   * Returns the start of a second record, or −1. Unlike others, an {@code lmem_assign} record has
   * no second action. A line with a further action beside it was written by two threads, so nothing
   * in it can be trusted.
   */
  private static int glue(byte[] bytes, int firstAction, int end) {
    boolean assigns = assigns(bytes, firstAction, end);
    int action = firstAction;
    while (true) {
      action = ACTIONS.find(bytes, action + 1, end);
      if (action < 0 || assigns || assigns(bytes, action, end)) {
        return action;
      }
    }
  }

  private static boolean assigns(byte[] bytes, int action, int end) {
    int past = action + ACTION.length + LMEM_ASSIGN.length;
    return Bytes.startsWith(bytes, action + ACTION.length, end, LMEM_ASSIGN)
        && (past == end || !Bytes.isWord(bytes[past]));
  }

  /** Returns the start of an item's value; the end of the line if there are fewer items. */
  private static int valueOf(int item, KeyValueRecord record, int from, int end) {
    return item < record.size() ? from + record.valueFrom(item) : end;
  }

  /**
   * Lines of TPU-MLIR's shell and tools that name the chip: the debugger file ({@code
   * <model>_<chip>_<mode>.layer_group_…json}), {@code --processor-assign} of {@code tpuc-opt}, and
   * {@code chip:} of {@code model_tool}. Names of unknown chips are ignored.
   */
  private static final class ChipLines {

    /** Texts that identify such a line, except that of the tool, which begins its line. */
    static final List<String> TEXTS =
        List.of("Load debugger file \"", "--processor-assign=\"chip=");

    private static final byte[] DEBUGGER_FILE = Bytes.of(TEXTS.get(0));
    private static final byte[] PROCESSOR = Bytes.of(TEXTS.get(1));
    private static final byte[][] COMMANDS = {
      Bytes.of("[Running]: "),
      Bytes.of("[Success]: "),
      Bytes.of("[Failed]: "),
      Bytes.of("tpuc-opt ")
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
}
