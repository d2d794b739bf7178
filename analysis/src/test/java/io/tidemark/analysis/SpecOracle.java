package io.tidemark.analysis;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.memory.Point;
import io.tidemark.analysis.system.tenstorrent.TenstorrentFact;
import io.tidemark.analysis.system.tenstorrent.mlir.MlirOp;
import io.tidemark.analysis.system.tenstorrent.mlir.TensorEffect;
import io.tidemark.analysis.system.tenstorrent.mlir.WholeOps;
import io.tidemark.model.event.BankBytes;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.Shortage;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The formats as regular expressions and decimals from their descriptions: slow, and independent of
 * the parsers' code. Lines must be without colours.
 */
public final class SpecOracle {

  static final Pattern ANSI = Pattern.compile("\\x1b\\[[0-9;]*m");
  private static final Pattern RANK = Pattern.compile("^\\[\\d+,(\\d+)\\]<std(?:out|err)>:\\s?");

  static final Pattern MEM_HDR =
      Pattern.compile("Device memory state (?:before operation (\\w+)|(before|after) submit)\\s*$");

  static final Pattern MEM_LINE =
      Pattern.compile(
          "Device (DRAM|L1|L1[_ ]SMALL|TRACE) memory state: MemoryView\\{numBanks: (\\d+), "
              + "totalBytesPerBank: ([\\d.]+) MB, totalBytesAllocatedPerBank: ([\\d.]+) MB, "
              + "totalBytesFreePerBank: ([\\d.]+) MB, "
              + "largestContiguousBytesFreePerBank: ([\\d.]+) MB\\}");

  static final Pattern EXEC_OP = Pattern.compile("Executing operation: (.*)$");
  static final Pattern PROG = Pattern.compile("(Starting|Finished) execution of program: (\\S+)");

  static final Pattern OOM =
      Pattern.compile(
          "Out of Memory: Not enough space to allocate\\s+(\\d+) B (\\w+) buffer across (\\d+)"
              + " banks, where each bank needs to store (\\d+) B"
              + "(?:, but bank size is (?:only )?(\\d+) B)?"
              + "(?: \\(allocated: (\\d+) B, free: (\\d+) B, largest free block: (\\d+) B\\))?");

  static final Pattern OOM_DEP =
      Pattern.compile(
          "Out of Memory: Not enough space after considering dependencies to allocate (\\d+) B"
              + " (\\w+) across (\\d+) banks \\((\\d+) B per bank\\), bank size is (\\d+) B"
              + " \\(allocated: (\\d+) B, free: (\\d+) B, largest free block: (\\d+) B");

  static final Pattern CB_BEYOND =
      Pattern.compile(
          "Statically allocated (?:circular|dataflow) buffers on (core range .+?) grow to (\\d+)"
              + " B\\s+which is beyond max L1 size of (\\d+) B");

  static final Pattern CB_CLASH =
      Pattern.compile(
          "Statically allocated (?:circular|dataflow) buffers in (program \\d+) clash with L1"
              + " buffers on (core range .+?)\\. L1 buffer allocated at (\\d+) and static"
              + " (?:circular|dataflow) buffer region ends at (\\d+)");

  static final Pattern TRACE_OOM =
      Pattern.compile(
          "Creating trace buffers of size (\\d+)B on ((?:MeshDevice|device) \\d+), but only"
              + " (\\d+)B is allocated for trace region");

  private static final Pattern COMPILING = Pattern.compile("module_builder|GetCompiledMemoryStats");
  private static final Pattern STARTED = Pattern.compile("PJRT_Plugin_Initialize");
  private static final Pattern OP_NAME = Pattern.compile("^(?:%.*? = )?\"?([\\w.]+)\"?\\(");
  private static final Pattern LOCATION = Pattern.compile(".* loc\\(\"([^\"]+)\".*\\)$");

  private SpecOracle() {}

  /** Returns the fact of a runtime line, or {@code null}. */
  static @Nullable Fact tenstorrent(String line) {
    Matcher rank = RANK.matcher(line);
    String device = rank.find() ? rank.group(1) : "0";
    Matcher m = MEM_HDR.matcher(line);
    if (m.find()) {
      return header(device, m);
    }
    m = MEM_LINE.matcher(line);
    if (m.find()) {
      return view(device, m);
    }
    m = EXEC_OP.matcher(line);
    if (m.find()) {
      return op(device, m.group(1));
    }
    m = PROG.matcher(line);
    if (m.find()) {
      return m.group(1).equals("Starting")
          ? new TenstorrentFact.ProgramStarted(device, m.group(2))
          : new TenstorrentFact.ProgramFinished(device, m.group(2));
    }
    if (line.contains("Tensor is retained thus not deallocating")) {
      return new TenstorrentFact.TensorRetained(device);
    }
    m = OOM.matcher(line);
    if (m.find()) {
      return failed(device, m);
    }
    m = OOM_DEP.matcher(line);
    if (m.find()) {
      return failed(device, m);
    }
    m = CB_BEYOND.matcher(line);
    if (m.find()) {
      return region(device, "L1", m.group(2), figure(m.group(3)), -1, "BEYOND_L1", m.group(1));
    }
    m = CB_CLASH.matcher(line);
    if (m.find()) {
      String where = m.group(1) + ", " + m.group(2);
      return region(device, "L1", m.group(4), -1, figure(m.group(3)), "CLASH", where);
    }
    m = TRACE_OOM.matcher(line);
    if (m.find()) {
      return region(device, "TRACE", m.group(1), figure(m.group(3)), -1, "TRACE", m.group(2));
    }
    if (COMPILING.matcher(line).find()) {
      return new TenstorrentFact.Compiling(device);
    }
    return STARTED.matcher(line).find() ? new TenstorrentFact.ProcessStarted(device) : null;
  }

  private static TenstorrentFact header(String device, MatchResult m) {
    if (m.group(1) != null) {
      return new TenstorrentFact.MemoryHeader(device, Point.BEFORE_OPERATION, m.group(1));
    }
    return new TenstorrentFact.MemoryHeader(
        device, m.group(2).equals("before") ? Point.BEFORE_SUBMIT : Point.AFTER_SUBMIT, null);
  }

  private static TenstorrentFact view(String device, MatchResult m) {
    return new TenstorrentFact.MemoryViewLine(
        device,
        m.group(1).replace(' ', '_'),
        Integer.parseInt(m.group(2)),
        bytes(m.group(3)),
        bytes(m.group(4)),
        bytes(m.group(5)),
        bytes(m.group(6)));
  }

  public static long bytes(String mib) {
    return new BigDecimal(mib)
        .multiply(BigDecimal.valueOf(1 << 20))
        .setScale(0, RoundingMode.HALF_UP)
        .longValueExact();
  }

  private static TenstorrentFact op(String device, String text) {
    Matcher name = OP_NAME.matcher(text);
    if (!name.find()) {
      throw new IllegalArgumentException("an op line without an op: " + text);
    }
    Matcher location = LOCATION.matcher(text);
    MlirOp whole = MlirOp.parse(text);
    return new TenstorrentFact.OpStarted(
        device,
        name.group(1),
        location.find() ? location.group(1) : null,
        whole == null ? new TensorEffect(null, List.of(), "", "", false) : WholeOps.effect(whole));
  }

  private static Fact failed(String device, MatchResult m) {
    BankBytes bank =
        BankBytes.stated(
            Long.parseLong(m.group(4)),
            figure(m.group(5)),
            figure(m.group(6)),
            figure(m.group(7)),
            figure(m.group(8)));
    return new AllocationFailed(
        device,
        m.group(2),
        new Shortage(Integer.parseInt(m.group(3)), Long.parseLong(m.group(1)), bank),
        Diagnosis.of(bank),
        null,
        false);
  }

  private static Fact region(
      String device, String memory, String need, long size, long free, String kind, String where) {
    Diagnosis diagnosis =
        switch (kind) {
          case "TRACE" -> Diagnosis.TRACE_REGION_TOO_SMALL;
          case "CLASH" -> Diagnosis.BUFFERS_CLASH;
          default -> Diagnosis.BUFFERS_BEYOND_L1;
        };
    long needed = Long.parseLong(need);
    return new AllocationFailed(
        device,
        memory,
        Shortage.ofOneBank(BankBytes.stated(needed, size, -1, free, -1)),
        diagnosis,
        where,
        false);
  }

  private static long figure(@Nullable String digits) {
    return digits == null ? -1 : Long.parseLong(digits);
  }
}
