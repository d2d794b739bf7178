package io.tidemark.analysis.system.xla;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.message.MessageFact;
import java.util.Map;
import java.util.TreeMap;

/** Regular expressions from the description of out-of-memory reports. */
final class XlaOomOracle {

  private static final String SZ = "(-?\\d+(?:\\.\\d+)?[KMGTP]?B?)";
  private static final String HB = "(-?\\d+(?:\\.\\d+)?(?:[KMGTPE]i)?B)";

  private static final Map<String, String> CLASSES =
      Map.of(
          "parameter allocation", "parameter",
          "constant allocation", "constant",
          "maybe_live_out allocation", "output",
          "preallocated temp allocation", "temporary",
          "preallocated temp fragmentation", "",
          "total fragmentation", "",
          "total allocation", "total");

  private XlaOomOracle() {}

  /** What the row of a message reads, by name of the field. */
  record Head(String row, Map<String, String> reads) implements Fact {
    @Override
    public String format() {
      return Xla.LOG;
    }
  }

  /** Creates a head; a value of {@code null} is not stated. */
  static Head head(String row, Object... reads) {
    Map<String, String> fields = new TreeMap<>();
    for (int i = 0; i < reads.length; i += 2) {
      if (reads[i + 1] != null) {
        fields.put(reads[i].toString(), reads[i + 1].toString());
      }
    }
    return new Head(row, fields);
  }

  /** A parsed line in the oracle's form. */
  static Parsed seen(Parsed parsed) {
    return parsed instanceof MessageFact fact
        ? new Head(fact.message().name(), new TreeMap<>(fact.reads()))
        : parsed;
  }

  /** Adds the rules in the order in which they are tried. */
  static void addTo(XlaLogOracle oracle) {
    oracle.rule(
        "A_HEAD",
        "Ran out of memory in memory space (\\w+)\\. Used "
            + SZ
            + " of "
            + SZ
            + " (\\w+)\\. Exceeded (\\w+) capacity by "
            + SZ
            + "\\.",
        m ->
            head(
                "compile-space",
                "memory",
                m.group(1),
                "needed",
                XlaLogOracle.size(m, 2),
                "capacity",
                XlaLogOracle.size(m, 3),
                "missing",
                XlaLogOracle.size(m, 6)));
    oracle.rule(
        "B_HEAD",
        "Ran out of memory on (\\w+), the total memory required for HLO temporaries \\("
            + SZ
            + "\\) exceeds available (\\w+) \\("
            + SZ
            + "\\)\\.",
        m ->
            head(
                "compile-temporaries",
                "memory",
                m.group(1),
                "needed",
                XlaLogOracle.size(m, 2),
                "capacity",
                XlaLogOracle.size(m, 4)));
    oracle.rule(
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
        m ->
            head(
                "reservation",
                "needed",
                XlaLogOracle.size(m, 2),
                "free",
                XlaLogOracle.size(m, 4),
                "largest",
                XlaLogOracle.size(m, 6)));
    oracle.rule(
        "D_HEAD",
        "Allocation \\(size=(\\d+)\\) would exceed memory \\(size=(\\d+)\\) :: (#\\S+)"
            + " \\[shape = '([^']*)', space=(\\w+), size = (0x[0-9a-f]+)(?:, (scoped))?"
            + "(?:, tag = '(.*?)')?\\] :: (.+)$",
        m ->
            head(
                "compile-allocation",
                "memory",
                m.group(5),
                "needed",
                XlaLogOracle.number(m, 1),
                "capacity",
                XlaLogOracle.number(m, 2),
                "where",
                m.group(3) + ", " + m.group(4) + (m.group(8) == null ? "" : ", " + m.group(8))));
    oracle.rule(
        "G_HEAD",
        "Out of memory while trying to allocate (\\d+) bytes",
        m -> head("gpu", "needed", XlaLogOracle.number(m, 1)));
    oracle.rule(
        "REMAT",
        "Can't reduce memory use below (\\S+) \\((\\d+) bytes\\) by rematerialization;"
            + " only reduced to (\\S+) \\((\\d+) bytes\\), down from (\\S+) \\((\\d+) bytes\\)",
        m ->
            head(
                "rematerialization",
                "capacity",
                XlaLogOracle.number(m, 2),
                "needed",
                XlaLogOracle.number(m, 4),
                "peak",
                XlaLogOracle.number(m, 6)));
    oracle.rule(
        "A_TOTAL",
        "^Total (\\w+) usage >= " + SZ + ":$",
        m -> XlaLogOracle.report("total", "memory", m.group(1)));
    oracle.rule(
        "A_PROGRAM",
        "^Program (\\w+) requirement " + SZ + ":$",
        m -> XlaLogOracle.report("program"));
    oracle.rule(
        "A_OUTPUT",
        "^Output size (unknown|" + SZ + ")(?:; shares " + SZ + " with arguments)?\\.$",
        m -> XlaLogOracle.report("end"));
    oracle.rule(
        "A_LIST",
        "^  (Largest program allocations in|No program allocations in|No allocations in) (\\w+):?$",
        m -> XlaLogOracle.report("end"));
    oracle.rule(
        "A_ENTRY",
        "^  (\\d+)\\. Size: " + SZ + "$",
        m ->
            XlaLogOracle.report(
                "buffer", "number", XlaLogOracle.number(m, 1), "bytes", XlaLogOracle.size(m, 2)));
    oracle.rule(
        "A_KEY",
        "^     (Operator|Shape|Unpadded size|Extra memory due to padding|XLA label"
            + "|Allocation type|Tag): (.*)$",
        m -> XlaLogOracle.key(m.group(1), m.group(2)));
    oracle.rule("A_RULE", "^     ={26}$", m -> XlaLogOracle.report("end"));
    // The description has no pattern for these headings, which separate the lists.
    oracle.rule(
        "HEADING",
        "^(Heap allocator status:$|Persistent allocations include )",
        m -> XlaLogOracle.report("end"));
    oracle.rule(
        "C_CAPACITY",
        "^(\\w+) capacity " + SZ + ":$",
        m ->
            XlaLogOracle.report(
                "capacity", "memory", m.group(1), "bytes", XlaLogOracle.size(m, 2)));
    oracle.rule(
        "C_ROW",
        "^\\s*+(\\S[^:]*):\\s+" + SZ + " \\(\\s*(-?[\\d,]+) bytes\\)$",
        m ->
            m.group(3).startsWith("-")
                ? XlaLogOracle.report("row", "name", m.group(1))
                : XlaLogOracle.report(
                    "row",
                    "name",
                    m.group(1),
                    "bytes",
                    Long.parseLong(m.group(3).replace(",", ""))));
    oracle.rule(
        "C_MAX_FREE",
        "^    (Max free chunk)\\s+" + SZ + " \\((\\d+\\.\\d)% fragmentation\\)$",
        m -> XlaLogOracle.report("part", "name", m.group(1), "bytes", XlaLogOracle.size(m, 2)));
    oracle.rule(
        "C_PERSISTENT",
        "^    (\\S+)\\s+" + SZ + " \\((\\d+\\.\\d)% utilization\\)(?: \\[(.*)\\])?$",
        m -> XlaLogOracle.report("part", "name", m.group(1), "bytes", XlaLogOracle.size(m, 2)));
    oracle.rule(
        "G_DEBUG",
        "^\\s*+BufferAssignment OOM Debugging\\.",
        m -> XlaLogOracle.report("debugging"));
    oracle.rule(
        "G_STAT",
        "^\\s*+((?:parameter|constant|maybe_live_out|preallocated temp|total)"
            + " (?:allocation|fragmentation)):\\s+"
            + HB
            + "(?: \\((-?\\d+\\.\\d+)%\\))?$",
        m ->
            XlaLogOracle.line(
                "assigned", CLASSES.get(m.group(1)), "", "bytes", XlaLogOracle.size(m, 2)));
    oracle.rule(
        "G_BUFFER",
        "^\\s*+Buffer (\\d+):$",
        m -> XlaLogOracle.report("buffer", "number", XlaLogOracle.number(m, 1)));
    oracle.rule(
        "G_KEY",
        "^\\s*+(Size|Operator|Entry Parameter Subshape|XLA Label|Shape): (.*)$",
        m -> XlaLogOracle.key(m.group(1), m.group(2)));
    oracle.rule("G_RULE", "^\\s++={26}$", m -> XlaLogOracle.report("end"));
    oracle.rule(
        "A_ITEM",
        "^    (\\S.{0,80}?)\\s{1,40}("
            + SZ.substring(1, SZ.length() - 1)
            + "|unknown size)(?: \\((.{0,200})\\))?\\s{0,8}$",
        m ->
            XlaLogOracle.report(
                "part",
                "name",
                m.group(1),
                "bytes",
                m.group(2).equals("unknown size") ? -1 : XlaLogOracle.size(m, 2)));
  }
}
