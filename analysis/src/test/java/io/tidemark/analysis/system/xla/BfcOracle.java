package io.tidemark.analysis.system.xla;

/** Regular expressions from the description of allocator dumps. */
final class BfcOracle {

  private static final String SZ = "(-?\\d+(?:\\.\\d+)?[KMGTP]?B?)";
  private static final String HB = "(-?\\d+(?:\\.\\d+)?(?:[KMGTPE]i)?B)";
  private static final String EITHER = "(-?\\d+(?:\\.\\d+)?(?:(?:[KMGTPE]i)?B)?)";

  private BfcOracle() {}

  /** Adds the rules in the order in which they are tried. */
  static void addTo(XlaLogOracle oracle) {
    oracle.rule(
        "BFC_OOM",
        "Allocator \\((\\S+)\\) ran out of memory trying to allocate "
            + HB
            + " \\(rounded to (\\d+)\\)(?: from the (?:lower|upper) end)? ?requested by op ?(.*)$",
        m ->
            oracle.here(
                "failed",
                "allocator",
                m.group(1),
                "bytes",
                XlaLogOracle.size(m, 2),
                "rounded",
                XlaLogOracle.number(m, 3),
                "op",
                m.group(4)));
    oracle.rule(
        "BFC_SOFT",
        "Allocator \\((\\S+)\\) ran out of memory trying to allocate "
            + HB
            + "(?: with freed_by_count=(\\d+))?\\. The caller indicates that this is not a failure",
        m -> oracle.here("declined", "allocator", m.group(1), "bytes", XlaLogOracle.size(m, 2)));
    oracle.rule(
        "BFC_DUMP",
        "^BFCAllocator dump for (\\S+)$",
        m -> oracle.here("dump", "allocator", m.group(1)));
    oracle.rule(
        "BFC_BIN",
        "^Bin \\((\\d+)\\): \\tTotal Chunks: (\\d+), Chunks in use: (\\d+)\\. "
            + HB
            + " allocated for chunks\\. "
            + HB
            + " in use in bin\\. "
            + HB
            + " client-requested in use in bin\\.$",
        m -> oracle.here("state"));
    oracle.rule(
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
        m -> oracle.here("state"));
    oracle.rule(
        "BFC_BIN_FOR",
        "^Bin for " + HB + " was " + HB + ", Chunk State: ?$",
        m -> oracle.here("state"));
    oracle.rule(
        "BFC_REGION",
        "^Next region of size (\\d+)$",
        m -> oracle.here("state", "+regions", XlaLogOracle.number(m, 1)));
    oracle.rule(
        "BFC_CHUNK",
        "^(InUse|Free ) at (?:0x)?([0-9a-f]++) of size (\\d++)(.*?) next (\\d++)"
            + "(?: freed_at_count (\\d++))?$",
        m ->
            oracle.here(
                "state",
                m.group(1).equals("InUse") ? "+chunks" : "^largest",
                XlaLogOracle.number(m, 3)));
    oracle.rule(
        "BFC_CHUNK_OLD",
        "^(Chunk|Free) at 0x([0-9a-f]+) of size (\\d+)$",
        m ->
            oracle.here(
                "state",
                m.group(1).equals("Chunk") ? "+chunks" : "^largest",
                XlaLogOracle.number(m, 3)));
    oracle.rule(
        "BFC_SUM_HEAD", "^     Summary of in-use Chunks by size: ?$", m -> oracle.here("state"));
    oracle.rule(
        "BFC_SUM",
        "^(\\d+) Chunks of size (\\d+) totalling " + HB + "$",
        m -> oracle.here("state"));
    oracle.rule(
        "BFC_SUM_TOTAL", "^Sum Total of in-use chunks: " + HB + "$", m -> oracle.here("state"));
    oracle.rule(
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
        m ->
            oracle.here(
                "state", "limit", XlaLogOracle.size(m, 2), "unallocated", XlaLogOracle.size(m, 3)));
    oracle.rule(
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
        m ->
            oracle.here(
                "state",
                "limit",
                XlaLogOracle.size(m, 6),
                "unallocated",
                XlaLogOracle.size(m, 4),
                "free",
                XlaLogOracle.size(m, 2),
                "^largest",
                XlaLogOracle.size(m, 3)));
    oracle.rule("BFC_STATS", "^Stats: ?$", m -> oracle.here("statistics"));
    oracle.rule(
        "BFC_STAT",
        "^(Limit|InUse|MaxInUse|NumAllocs|MaxAllocSize|Reserved|PeakReserved|LargestFreeBlock):"
            + "\\s+(\\S+)$",
        m -> XlaLogOracle.line("statistic", m.group(1), "", "bytes", XlaLogOracle.size(m, 2)));
    oracle.rule("BFC_MAP", "^[*x_]{100}$", m -> oracle.here("map"));
    oracle.rule(
        "TF_OOM",
        "OOM when allocating tensor with shape\\[([\\d,]*)\\] and type (\\w+) on (\\S+)"
            + " by allocator (\\S+)(?: \\[Op:(.*?)])?",
        m ->
            XlaOomOracle.head(
                "bfc-tensor",
                "where",
                m.group(1) + ", " + m.group(2),
                "device",
                m.group(3),
                "memory",
                m.group(4),
                "op",
                m.group(5)));
    oracle.rule(
        "CUDA_FAIL",
        "failed to allocate " + SZ + " \\((\\d+) bytes\\) from device: (\\w+)",
        m -> XlaOomOracle.head("bfc-driver"));
  }
}
