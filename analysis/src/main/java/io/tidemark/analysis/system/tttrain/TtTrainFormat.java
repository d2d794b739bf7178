package io.tidemark.analysis.system.tttrain;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.Needles;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Quoted;
import io.tidemark.model.event.CumulativeUse;
import io.tidemark.model.event.DramUse;
import io.tidemark.model.event.L1Peaks;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * tt-train's memory summary in all versions. It is not printed by a logger, so its lines begin with
 * fixed words. Lines without figures consist only of those words.
 */
final class TtTrainFormat extends LineFormat {

  private static final int MAX_BYTES = 1024;

  /** All signs of a number and its unit, so that a part of one is none. */
  private static final String COUNT =
      "(\\d(?:[\\d.,]*\\d)?)(?:\\s?([KMBT]|[mbt]r?illion)(?!\\w))?(?!\\w|[.,]\\d|\\s?(?:[KMGTB]|[mbt]r?illion))";

  /** A whole number, with or without separators of its thousands. */
  private static final Pattern WHOLE =
      Pattern.compile("\\d+|\\d{1,3}(?:,\\d{3})+|\\d{1,3}(?:\\.\\d{3}){2,}");

  private static final Pattern ROUNDED = Pattern.compile("\\d+(?:\\.\\d+)?");
  private static final String UNITS = "KMBT";

  /** Far above any model, and sizes that follow from it fit a long. */
  private static final BigDecimal MOST_PARAMETERS = BigDecimal.TEN.pow(15);

  /** A figure in MB of 2^20 bytes, and one with either sign; no memory needs more digits. */
  private static final String MB = " (-?\\d{1,7}(?:\\.\\d{1,6})?) MB";

  private static final String CHANGE = " ([+-]?\\d{1,7}(?:\\.\\d{1,6})?) MB";

  /** Text that identifies a kind of line, and the syntax of the rest. */
  private enum Kind {
    SUMMARY("=== Memory Usage Summary ===", ""),
    DRAM(
        "DRAM: Segment Peak",
        MB + ", Allocations" + MB + ", Deallocations" + MB + ", Segment Change" + CHANGE),
    CUMULATIVE("DRAM: Cumulative Peak", MB + ", Cumulative Current" + MB),
    L1("L1: Peak CB", MB + ", Peak Buffer" + MB + ", Peak Total" + MB),
    TOTALS("Overall DRAM Peak:", MB + ", Final DRAM Usage:" + MB),
    ALLOCATED("[kNodeBufferAllocate] Found buffer: size:", " (\\d{1,13}) device: (\\S{1,32})"),
    FREED("[kNodeBufferDeallocate] Deallocated buffer: size:", " (\\d{1,13}) device: (\\S{1,32})"),
    OVERWRITTEN("' already exists, overwriting", ""),
    NO_TRACES("WARNING: No traces captured", ""),
    PARAMETERS("Number of parameters:", "\\s*" + COUNT),
    TOTAL_PARAMETERS("Total parameters:", "\\s*" + COUNT),
    PROGRAM("Memory tracking enabled", "");

    final String text;
    final Pattern rest;

    Kind(String text, String rest) {
      this.text = text;
      this.rest = Pattern.compile(rest);
    }
  }

  private static final Kind[] KINDS = Kind.values();
  private static final List<String> TEXTS = Arrays.stream(KINDS).map(kind -> kind.text).toList();
  private static final Needles NEEDLES = new Needles(TEXTS);
  private static final List<Kind> MAY_BE_ANOTHERS = List.of(Kind.PARAMETERS, Kind.TOTAL_PARAMETERS);

  private static final byte[] WARNING = Bytes.of("WARNING: ");
  private static final byte[] ITEM = Bytes.of("- ");
  private static final byte[] HEADING = Bytes.of("--- ");
  private static final byte[] HEADING_END = Bytes.of(" ---");

  TtTrainFormat(String name) {
    super(name, TEXTS);
  }

  @Override
  public Parsed parse(byte[] bytes, int head, int start, int end, int needle) {
    int hit = NEEDLES.find(bytes, needle, Math.min(end, start + MAX_BYTES));
    if (hit < 0) {
      return Ignored.IGNORED;
    }
    int which = NEEDLES.which(bytes, hit, end);
    Parsed parsed = parse(which, hit, bytes, start, end);
    if (begins(KINDS[which], bytes, start, hit)) {
      return parsed;
    }
    return parsed instanceof Fact ? Quoted.QUOTED : Ignored.IGNORED;
  }

  private Parsed parse(int which, int hit, byte[] bytes, int start, int end) {
    Kind kind = KINDS[which];
    int past = hit + kind.text.length();
    if (kind.rest.pattern().isEmpty() && past < end) {
      return Ignored.IGNORED;
    }
    Matcher rest = kind.rest.matcher(Bytes.text(bytes, past, Math.min(end, past + MAX_BYTES)));
    if (!rest.lookingAt()) {
      return MAY_BE_ANOTHERS.contains(kind) ? Ignored.IGNORED : broken(past - start);
    }
    Fact fact = fact(kind, rest);
    return fact == null ? Ignored.IGNORED : fact;
  }

  /** Whether a line of this kind begins as the trainer writes it; its text is at {@code hit}. */
  private static boolean begins(Kind kind, byte[] bytes, int start, int hit) {
    int first = Bytes.skipBlanks(bytes, start, hit);
    return switch (kind) {
      case OVERWRITTEN -> Bytes.startsWith(bytes, first, hit, WARNING);
      case TOTAL_PARAMETERS -> first == hit || Bytes.past(ITEM, bytes, first, hit) == hit;
      default -> first == hit;
    };
  }

  private Parsed broken(int at) {
    return new Parsed.Rejected(name, at + 1, "figures of another form");
  }

  @Override
  public boolean mayEnd(byte last) {
    return last == '-';
  }

  /** Parses {@code --- NAME ---}, which is too short to search for in every line. */
  @Override
  public Parsed unmarked(byte[] bytes, int head, int start, int end) {
    int from = start + HEADING.length;
    int nameEnd = end - HEADING_END.length;
    return from < nameEnd
            && Bytes.endsWith(bytes, start, end, HEADING_END)
            && Bytes.startsWith(bytes, start, end, HEADING)
        ? new TtTrainFact.Heading(Bytes.text(bytes, from, Math.min(nameEnd, from + MAX_BYTES)))
        : Ignored.IGNORED;
  }

  private static @Nullable TtTrainFact fact(Kind kind, Matcher m) {
    return switch (kind) {
      case SUMMARY -> new TtTrainFact.SummaryStarted();
      case DRAM ->
          new TtTrainFact.PhaseDram(new DramUse(mib(m, 1), mib(m, 2), mib(m, 3), mib(m, 4)));
      case CUMULATIVE -> new TtTrainFact.Cumulative(new CumulativeUse(mib(m, 1), mib(m, 2)));
      case L1 -> new TtTrainFact.PhaseL1(new L1Peaks(mib(m, 1), mib(m, 2), mib(m, 3)));
      case TOTALS -> new TtTrainFact.Totals(mib(m, 1), mib(m, 2));
      case ALLOCATED -> new TtTrainFact.BufferTraced(m.group(2), Long.parseLong(m.group(1)));
      case FREED -> new TtTrainFact.BufferTraced(m.group(2), -Long.parseLong(m.group(1)));
      case OVERWRITTEN -> TtTrainFact.Warning.OVERWRITTEN;
      case NO_TRACES -> TtTrainFact.Warning.NO_TRACES;
      case PROGRAM -> new TtTrainFact.ProgramStarted();
      default -> parameters(m.group(1), m.group(2));
    };
  }

  private static @Nullable TtTrainFact parameters(String digits, @Nullable String unit) {
    if (!(unit == null ? WHOLE : ROUNDED).matcher(digits).matches()) {
      return null;
    }
    BigDecimal count =
        unit == null
            ? new BigDecimal(digits.replaceAll("[.,]", ""))
            : new BigDecimal(digits)
                .scaleByPowerOfTen(3 + 3 * UNITS.indexOf(Character.toUpperCase(unit.charAt(0))));
    return count.compareTo(MOST_PARAMETERS) > 0
        ? null
        : new TtTrainFact.Parameters(count.setScale(0, RoundingMode.HALF_UP).longValueExact());
  }

  private static long mib(Matcher m, int group) {
    return Math.round(Double.parseDouble(m.group(group)) * (1 << 20));
  }
}
