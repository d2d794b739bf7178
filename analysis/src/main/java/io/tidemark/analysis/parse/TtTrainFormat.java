package io.tidemark.analysis.parse;

import io.tidemark.analysis.parse.Parsed.Ignored;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** tt-train's memory summary in all its versions, known by what a line says behind any prefix. */
final class TtTrainFormat extends NamedFormat {

  private static final int MAX_BYTES = 1024;
  private static final String MIB = " (-?\\d{1,12}(?:\\.\\d{1,6})?) MB";
  private static final String SIGNED = " ([+-]?\\d{1,12}(?:\\.\\d{1,6})?) MB";
  private static final String COUNT = "(\\d[\\d,]{0,17})";

  /** A text that gives a kind of line away, and all of what such a line says. */
  private enum Kind {
    SUMMARY("=== Memory Usage Summary ===", ""),
    DRAM(
        "DRAM: Segment Peak",
        MIB + ", Allocations" + MIB + ", Deallocations" + MIB + ", Segment Change" + SIGNED),
    CUMULATIVE("DRAM: Cumulative Peak", MIB + ", Cumulative Current" + MIB),
    L1("L1: Peak CB", MIB + ", Peak Buffer" + MIB + ", Peak Total" + MIB),
    TOTALS("Overall DRAM Peak:", MIB + ", Final DRAM Usage:" + MIB),
    DEVICE_DRAM(": Peak DRAM", MIB + ", Current DRAM" + MIB),
    DEVICE_L1(
        ": Peak L1 CB",
        MIB + ", Peak L1 Buffer" + MIB + ", Peak L1 Total" + MIB + ", Current L1" + MIB),
    ALLOCATED("[kNodeBufferAllocate] Found buffer: size:", " (\\d{1,18}) device: (\\S{1,32})"),
    FREED("[kNodeBufferDeallocate] Deallocated buffer: size:", " (\\d{1,18}) device: (\\S{1,32})"),
    OVERWRITTEN("' already exists, overwriting", ""),
    NO_TRACES("WARNING: No traces captured", ""),
    PARAMETERS("Number of parameters:", "\\s*" + COUNT),
    TOTAL_PARAMETERS("Total parameters:", "\\s*" + COUNT),
    PROGRAM("Memory tracking enabled", ""),
    FOOTPRINT("peak usage:", " " + COUNT + " MB/device \\([\\d.]+% of " + COUNT + " MB arena\\)"),
    LARGEST("largest allocatable block at the tightest point:", " " + COUNT + " MB/device");

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
  private static final List<Kind> MAY_BE_ANOTHERS =
      List.of(Kind.FOOTPRINT, Kind.PARAMETERS, Kind.TOTAL_PARAMETERS);

  private static final byte[] HEADING = Bytes.of("--- ");
  private static final byte[] HEADING_END = Bytes.of(" ---");

  TtTrainFormat(String name) {
    super(name);
  }

  @Override
  public String sign() {
    return "\"=== Memory Usage Summary ===\"";
  }

  @Override
  public Parsed parse(byte[] bytes, int start, int end) {
    int hit = NEEDLES.find(bytes, start, Math.min(end, start + MAX_BYTES));
    if (hit < 0) {
      return unmarked(bytes, start, end);
    }
    Kind kind = KINDS[NEEDLES.which(bytes, hit, end)];
    int past = hit + kind.text.length();
    Matcher rest = kind.rest.matcher(Bytes.text(bytes, past, Math.min(end, past + MAX_BYTES)));
    if (!rest.lookingAt()) {
      return MAY_BE_ANOTHERS.contains(kind)
          ? Ignored.IGNORED
          : new Parsed.Rejected(name, past - start + 1, "figures of another form");
    }
    return fact(kind, rest, deviceBefore(bytes, start, hit));
  }

  @Override
  public List<String> needles() {
    return TEXTS;
  }

  @Override
  public boolean mayEnd(byte last) {
    return last == '-';
  }

  @Override
  public Parsed unmarked(byte[] bytes, int start, int end) {
    return Bytes.endsWith(bytes, start, end, HEADING_END)
        ? heading(bytes, start, end)
        : Ignored.IGNORED;
  }

  /** {@code --- NAME ---} behind any prefix: too short a text to be looked for in every line. */
  private static Parsed heading(byte[] bytes, int start, int end) {
    int nameEnd = end - HEADING_END.length;
    int hit = Bytes.lastIndexOf(bytes, start, nameEnd, HEADING);
    int from = hit + HEADING.length;
    return hit < 0 || from >= nameEnd
        ? Ignored.IGNORED
        : new TtTrainFact.Heading(Bytes.text(bytes, from, Math.min(nameEnd, from + MAX_BYTES)));
  }

  private static TtTrainFact fact(Kind kind, Matcher m, String device) {
    return switch (kind) {
      case SUMMARY -> new TtTrainFact.SummaryStarted();
      case DRAM -> new TtTrainFact.PhaseDram(mib(m, 1), mib(m, 2), mib(m, 3), mib(m, 4));
      case CUMULATIVE -> new TtTrainFact.Cumulative(mib(m, 1), mib(m, 2));
      case L1 -> new TtTrainFact.PhaseL1(mib(m, 1), mib(m, 2), mib(m, 3));
      case TOTALS -> new TtTrainFact.Totals(mib(m, 1), mib(m, 2));
      case DEVICE_DRAM -> new TtTrainFact.DevicePeak(device, "DRAM", mib(m, 1), mib(m, 2));
      case DEVICE_L1 -> new TtTrainFact.DevicePeak(device, "L1", mib(m, 3), mib(m, 4));
      case ALLOCATED -> new TtTrainFact.BufferTraced(m.group(2), Long.parseLong(m.group(1)));
      case FREED -> new TtTrainFact.BufferTraced(m.group(2), -Long.parseLong(m.group(1)));
      case OVERWRITTEN -> TtTrainFact.Warning.OVERWRITTEN;
      case NO_TRACES -> TtTrainFact.Warning.NO_TRACES;
      case PARAMETERS, TOTAL_PARAMETERS -> new TtTrainFact.Parameters(count(m, 1));
      case PROGRAM -> new TtTrainFact.ProgramStarted();
      case FOOTPRINT -> new TtTrainFact.FootprintPeak(count(m, 1) << 20, count(m, 2) << 20);
      case LARGEST -> new TtTrainFact.FootprintLargest(count(m, 1) << 20);
    };
  }

  /** {@code Device N} right before the needle, else device 0. */
  private static String deviceBefore(byte[] bytes, int start, int hit) {
    int from = hit;
    while (from > start && !Bytes.isBlank(bytes[from - 1])) {
      from--;
    }
    return from < hit && hit - from <= 32 ? Bytes.text(bytes, from, hit) : "0";
  }

  /** Two decimals of 2^20 bytes, to the nearest byte. */
  private static long mib(Matcher m, int group) {
    return Math.round(Double.parseDouble(m.group(group)) * (1 << 20));
  }

  private static long count(Matcher m, int group) {
    return Long.parseLong(m.group(group).replace(",", "")) & (Long.MAX_VALUE >> 20);
  }
}
