package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Fact;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The description's own regular expressions of XLA's logs: a second opinion on every line. */
final class XlaLogOracle {

  private static final String SZ = "(-?\\d+(?:\\.\\d+)?[KMGTP]?B?)";
  private static final String HB = "(-?\\d+(?:\\.\\d+)?(?:[KMGTPE]i)?B)";
  private static final String EITHER = "(-?\\d+(?:\\.\\d+)?(?:(?:[KMGTPE]i)?B)?)";

  private static final List<Pattern> PREFIXES =
      List.of(
          Pattern.compile(
              "^(?:(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d+): )?([IWEF])\\s+"
                  + "(?:(?<tid>\\d+)\\s+)?(\\S+?):(\\d+)\\] ?"),
          Pattern.compile(
              "^([IWEF])(\\d{4}) 00:00:(\\d+\\.\\d+)\\s+(?<tid>\\d+) (\\S+?):(\\d+)\\] ?"),
          Pattern.compile(
              "^([IWEF])(\\d{4}) (\\d\\d:\\d\\d:\\d\\d\\.\\d+)\\s+(?<tid>\\d+) (\\S+?):(\\d+)\\] ?"));
  private static final Pattern RAY =
      Pattern.compile("^\\((?:[\\w.]+ )?pid=(\\d+)(?:, ip=([^)]+))?\\) ?");
  private static final Pattern SIZE = Pattern.compile("(-?)(\\d+(?:\\.\\d+)?)([KMGTPE]?)i?B?");

  /** A pattern's name, its text, and what a line that it fits says. */
  private record Rule(
      String name, Pattern pattern, boolean anywhere, Function<MatchResult, Fact> fact) {}

  private final List<Rule> rules = new ArrayList<>();
  private final Map<String, Integer> counts = new LinkedHashMap<>();
  private String thread = "";

  XlaLogOracle() {
    rule(
        "BFC_OOM",
        "Allocator \\((\\S+)\\) ran out of memory trying to allocate "
            + HB
            + " \\(rounded to (\\d+)\\)(?: from the (?:lower|upper) end)? ?requested by op ?(.*)$",
        m -> new BfcFact.Failed(thread, m.group(1), size(m, 2), number(m, 3), m.group(4)));
    rule(
        "BFC_SOFT",
        "Allocator \\((\\S+)\\) ran out of memory trying to allocate "
            + HB
            + "(?: with freed_by_count=(\\d+))?\\. The caller indicates that this is not a failure",
        m -> new BfcFact.Declined(thread, m.group(1), size(m, 2)));
    rule(
        "BFC_DUMP",
        "^BFCAllocator dump for (\\S+)$",
        m -> new BfcFact.DumpStarted(thread, m.group(1)));
    rule(
        "BFC_BIN",
        "^Bin \\((\\d+)\\): \\tTotal Chunks: (\\d+), Chunks in use: (\\d+)\\. "
            + HB
            + " allocated for chunks\\. "
            + HB
            + " in use in bin\\. "
            + HB
            + " client-requested in use in bin\\.$",
        m ->
            new BfcFact.Bin(
                thread, number(m, 1), number(m, 2), number(m, 3), size(m, 4), size(m, 5)));
    rule(
        "BFC_BIN_OLD",
        "^Bin \\((\\d+)\\): \\tTotal Chunks: (\\d+), Chunks in use: (\\d+) "
            + HB
            + " allocated for chunks\\. "
            + HB
            + " client-requested for chunks\\. "
            + HB
            + " in use in bin\\. "
            + HB
            + " client-requested in use in bin\\.$",
        m ->
            new BfcFact.Bin(
                thread, number(m, 1), number(m, 2), number(m, 3), size(m, 4), size(m, 6)));
    rule(
        "BFC_BIN_FOR",
        "^Bin for " + HB + " was " + HB + ", Chunk State: ?$",
        m -> new BfcFact.BinOfRequest(thread));
    rule(
        "BFC_REGION",
        "^Next region of size (\\d+)$",
        m -> new BfcFact.Region(thread, number(m, 1)));
    rule(
        "BFC_CHUNK",
        "^(InUse|Free ) at (?:0x)?([0-9a-f]++) of size (\\d++)(.*?) next (\\d++)"
            + "(?: freed_at_count (\\d++))?$",
        m -> new BfcFact.Chunk(thread, m.group(1).equals("InUse"), number(m, 3)));
    rule(
        "BFC_CHUNK_OLD",
        "^(Chunk|Free) at 0x([0-9a-f]+) of size (\\d+)$",
        m -> new BfcFact.Chunk(thread, m.group(1).equals("Chunk"), number(m, 3)));
    rule(
        "BFC_SUM_HEAD",
        "^     Summary of in-use Chunks by size: ?$",
        m -> new BfcFact.Heading(thread));
    rule(
        "BFC_SUM",
        "^(\\d+) Chunks of size (\\d+) totalling " + HB + "$",
        m -> new BfcFact.Summary(thread, number(m, 1), number(m, 2)));
    rule(
        "BFC_SUM_TOTAL",
        "^Sum Total of in-use chunks: " + HB + "$",
        m -> new BfcFact.Heading(thread));
    rule(
        "BFC_POOL",
        "^(?:total_region_allocated_bytes_|Total bytes in pool|Total size in pool): "
            + EITHER
            + " memory_limit_: "
            + EITHER
            + " available (?:bytes|size): "
            + EITHER
            + " curr_region_allocation_bytes_: "
            + EITHER
            + "$",
        m -> new BfcFact.Pool(thread, size(m, 1), size(m, 2), size(m, 3), -1));
    rule(
        "BFC_POOL_NEW",
        "^Allocator memory summary: rounded request "
            + HB
            + ", total free in pool "
            + HB
            + ", largest free chunk usable by lower end "
            + HB
            + ", unallocated bytes "
            + HB
            + ", pool size "
            + HB
            + ", pool limit "
            + HB,
        m -> new BfcFact.Pool(thread, size(m, 5), size(m, 6), size(m, 4), size(m, 3)));
    rule("BFC_STATS", "^Stats: ?$", m -> new BfcFact.StatsStarted(thread));
    rule(
        "BFC_STAT",
        "^(Limit|InUse|MaxInUse|NumAllocs|MaxAllocSize|Reserved|PeakReserved|LargestFreeBlock):"
            + "\\s+(\\S+)$",
        m -> new BfcFact.StatLine(stat(m.group(1)), size(m, 2)));
    rule("BFC_MAP", "^[*x_]{100}$", m -> new BfcFact.OccupancyMap(thread));
    rule(
        "TF_OOM",
        "OOM when allocating tensor with shape\\[([\\d,]*)\\] and type (\\w+) on (\\S+)"
            + " by allocator (\\S+)",
        m ->
            new BfcFact.TensorFailed(
                thread,
                m.group(2) + "[" + m.group(1) + "]",
                floats(m.group(1)),
                m.group(3),
                m.group(4)));
    rule(
        "CUDA_FAIL",
        "failed to allocate " + SZ + " \\((\\d+) bytes\\) from device: (\\w+)",
        m -> new BfcFact.NotExtended(thread, number(m, 2)));
    rule(
        "A_HEAD",
        "Ran out of memory in memory space (\\w+)\\. Used "
            + SZ
            + " of "
            + SZ
            + " (\\w+)\\. Exceeded (\\w+) capacity by "
            + SZ
            + "\\.",
        m -> new XlaOomFact.Exceeded(upper(m, 1), size(m, 2), size(m, 3), null));
    rule(
        "B_HEAD",
        "Ran out of memory on (\\w+), the total memory required for HLO temporaries \\("
            + SZ
            + "\\) exceeds available (\\w+) \\("
            + SZ
            + "\\)\\.",
        m -> new XlaOomFact.Exceeded(upper(m, 1), size(m, 2), size(m, 4), null));
    rule(
        "C_HEAD",
        "Attempting to (reserve|allocate) "
            + SZ
            + " at the (\\w+) of memory\\. That was not possible\\. There are "
            + SZ
            + " free, "
            + SZ
            + " reserved, and "
            + SZ
            + " reservable\\.",
        m -> new XlaOomFact.Unreservable(size(m, 2), size(m, 4), size(m, 6)));
    rule(
        "D_HEAD",
        "Allocation \\(size=(\\d+)\\) would exceed memory \\(size=(\\d+)\\) :: (#\\S+)"
            + " \\[shape = '([^']*)', space=(\\w+), size = (0x[0-9a-f]+)(?:, (scoped))?"
            + "(?:, tag = '(.*?)')?\\] :: (.+)$",
        m ->
            new XlaOomFact.Exceeded(
                upper(m, 5),
                number(m, 1),
                number(m, 2),
                m.group(3) + " " + m.group(4) + (m.group(8) == null ? "" : ", " + m.group(8))));
    rule(
        "G_HEAD",
        "Out of memory while trying to allocate (\\d+) bytes",
        m -> new XlaOomFact.Unallocatable(number(m, 1)));
    rule(
        "REMAT",
        "Can't reduce memory use below (\\S+) \\((\\d+) bytes\\) by rematerialization;"
            + " only reduced to (\\S+) \\((\\d+) bytes\\), down from (\\S+) \\((\\d+) bytes\\)",
        m -> new XlaOomFact.Rematerialized(number(m, 2), number(m, 4), number(m, 6)));
    rule(
        "A_TOTAL",
        "^Total (\\w+) usage >= " + SZ + ":$",
        m -> new XlaOomFact.Total(upper(m, 1), size(m, 2)));
    rule(
        "A_PROGRAM",
        "^Program (\\w+) requirement " + SZ + ":$",
        m -> new XlaOomFact.Program(upper(m, 1), size(m, 2)));
    rule(
        "A_OUTPUT",
        "^Output size (unknown|" + SZ + ")(?:; shares " + SZ + " with arguments)?\\.$",
        m -> new XlaOomFact.Output(m.group(2) == null ? -1 : size(m, 2)));
    rule(
        "A_LIST",
        "^  (Largest program allocations in|No program allocations in|No allocations in) (\\w+):?$",
        m -> new XlaOomFact.Largest(upper(m, 2)));
    rule(
        "A_ENTRY",
        "^  (\\d+)\\. Size: " + SZ + "$",
        m -> new XlaOomFact.Buffer((int) number(m, 1), size(m, 2)));
    rule(
        "A_KEY",
        "^     (Operator|Shape|Unpadded size|Extra memory due to padding|XLA label"
            + "|Allocation type|Tag): (.*)$",
        m -> key(m.group(1), m.group(2)));
    rule("A_RULE", "^     ={26}$", m -> new XlaOomFact.Rule());
    // The description has no pattern for these headings; they part the lists.
    rule(
        "HEADING",
        "^(Heap allocator status:$|Persistent allocations include )",
        m -> new XlaOomFact.Aside());
    rule(
        "C_CAPACITY",
        "^(\\w+) capacity " + SZ + ":$",
        m -> new XlaOomFact.Capacity(upper(m, 1), size(m, 2)));
    rule(
        "C_ROW",
        "^\\s*+(\\S[^:]*):\\s+" + SZ + " \\(\\s*(-?[\\d,]+) bytes\\)$",
        m -> new XlaOomFact.Row(m.group(1), Long.parseLong(m.group(3).replace(",", ""))));
    rule(
        "C_MAX_FREE",
        "^    (Max free chunk)\\s+" + SZ + " \\((\\d+\\.\\d)% fragmentation\\)$",
        m -> new XlaOomFact.Part(m.group(1), size(m, 2)));
    rule(
        "C_PERSISTENT",
        "^    (\\S+)\\s+" + SZ + " \\((\\d+\\.\\d)% utilization\\)(?: \\[(.*)\\])?$",
        m -> new XlaOomFact.Part(m.group(1), size(m, 2)));
    rule("G_DEBUG", "^\\s*+BufferAssignment OOM Debugging\\.", m -> new XlaOomFact.Debugging());
    rule(
        "G_STAT",
        "^\\s*+((?:parameter|constant|maybe_live_out|preallocated temp|total)"
            + " (?:allocation|fragmentation)):\\s+"
            + HB
            + "(?: \\((-?\\d+\\.\\d+)%\\))?$",
        m -> new XlaOomFact.Statistic(m.group(1), size(m, 2)));
    rule("G_BUFFER", "^\\s*+Buffer (\\d+):$", m -> new XlaOomFact.Buffer((int) number(m, 1), -1));
    rule(
        "G_KEY",
        "^\\s*+(Size|Operator|Entry Parameter Subshape|XLA Label|Shape): (.*)$",
        m -> key(m.group(1), m.group(2)));
    rule("G_RULE", "^\\s++={26}$", m -> new XlaOomFact.Rule());
    rule(
        "A_ITEM",
        "^    (\\S.{0,80}?)\\s{1,40}("
            + SZ.substring(1, SZ.length() - 1)
            + "|unknown size)(?: \\((.{0,200})\\))?\\s{0,8}$",
        m -> new XlaOomFact.Part(m.group(1), m.group(2).equals("unknown size") ? -1 : size(m, 2)));
  }

  private void rule(String name, String pattern, Function<MatchResult, Fact> fact) {
    rules.add(new Rule(name, Pattern.compile(pattern), !pattern.startsWith("^"), fact));
  }

  /** What the line says by the first pattern that it fits, {@code null} when by none. */
  @Nullable Fact fact(String whole) {
    String line = stripped(whole);
    for (Rule rule : rules) {
      Matcher m = rule.pattern.matcher(line);
      if (m.find()) {
        counts.merge(rule.name, 1, Integer::sum);
        return rule.fact.apply(m);
      }
    }
    return null;
  }

  /** Without the loggers' prefixes; who wrote it is remembered. */
  private String stripped(String whole) {
    thread = "";
    String line = whole;
    Matcher ray = RAY.matcher(line);
    if (ray.find()) {
      thread = ray.group(1);
      line = line.substring(ray.end());
    }
    for (Pattern prefix : PREFIXES) {
      Matcher m = prefix.matcher(line);
      if (m.find()) {
        String tid = m.group("tid") == null ? "" : m.group("tid");
        thread = thread.isEmpty() ? tid : thread + "/" + tid;
        counts.merge(prefix == PREFIXES.get(0) ? "LOG_TF" : "LOG_ABSL", 1, Integer::sum);
        return line.substring(m.end());
      }
    }
    return line;
  }

  Map<String, Integer> counts() {
    return counts;
  }

  private static XlaOomFact.Key key(String name, String value) {
    boolean size = name.equals("Size") || name.equals("Unpadded size");
    return new XlaOomFact.Key(name, value, size ? size(value) : -1);
  }

  private static BfcFact.Stat stat(String text) {
    for (BfcFact.Stat stat : BfcFact.Stat.values()) {
      if (stat.text.equals(text)) {
        return stat;
      }
    }
    throw new AssertionError(text);
  }

  private static String upper(MatchResult m, int group) {
    return m.group(group).toUpperCase(Locale.ROOT);
  }

  private static long number(MatchResult m, int group) {
    return Long.parseLong(m.group(group));
  }

  private static long size(MatchResult m, int group) {
    return size(m.group(group));
  }

  static long size(String text) {
    Matcher m = SIZE.matcher(text);
    if (!m.matches()) {
      throw new AssertionError(text);
    }
    int shift = m.group(3).isEmpty() ? 0 : 10 * (1 + "KMGTPE".indexOf(m.group(3)));
    BigDecimal bytes = new BigDecimal(m.group(2)).multiply(BigDecimal.valueOf(1L << shift));
    long size = bytes.setScale(0, RoundingMode.HALF_UP).longValueExact();
    return m.group(1).isEmpty() ? size : -size;
  }

  /** All tensors of the samples are floats. */
  private static long floats(String shape) {
    long product = 4;
    for (String dimension : shape.split(",", -1)) {
      product *= Long.parseLong(dimension);
    }
    return product;
  }
}
