package io.tidemark.analysis.system.tenstorrent;

import static io.tidemark.analysis.system.tenstorrent.TtnnFact.Node.Kind;

import io.tidemark.analysis.line.DocumentFormat;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Format of ttnn graph captures: nodes, and the devices that the report describes. */
final class GraphRecords implements DocumentFormat {

  private static final String NODE = "node_type";
  private static final String COUNTER = "counter";
  private static final String DEVICE = "device_id";
  private static final String DRAM = "DRAM";

  private static final String CHIPS = "params/device_tensors";

  /** Longer texts are cut, so a chip counts only up to its closing brace. */
  private static final Pattern CHIP =
      Pattern.compile("\"device_id\": ?(\\d{1,9}), ?\"mesh_device_id\": ?(\\d{1,9})}");

  private static final Map<String, Kind> KINDS =
      Map.of(
          "function_start", Kind.FUNCTION_STARTED,
          "function_end", Kind.FUNCTION_ENDED,
          "buffer", Kind.BUFFER,
          "buffer_allocate", Kind.ALLOCATED,
          "buffer_deallocate", Kind.FREED,
          "circular_buffer_allocate", Kind.CIRCULAR_ALLOCATED,
          "dataflow_buffer_allocate", Kind.PROGRAM_ALLOCATED,
          "scratchpad_allocate", Kind.PROGRAM_ALLOCATED,
          "circular_buffer_deallocate_all", Kind.CIRCULAR_FREED,
          "capture_end", Kind.CAPTURE_ENDED);

  private static final Set<Kind> BUFFERS = Set.of(Kind.BUFFER, Kind.ALLOCATED, Kind.FREED);
  private static final Set<Kind> SIZED =
      Set.of(Kind.BUFFER, Kind.ALLOCATED, Kind.CIRCULAR_ALLOCATED, Kind.PROGRAM_ALLOCATED);

  @Override
  public String name() {
    return TtnnFiles.GRAPH;
  }

  @Override
  public Set<String> wanted() {
    return Set.of(
        NODE,
        COUNTER,
        "connections/0",
        "params/name",
        "params/size",
        "params/type",
        "params/page_size",
        "params/num_cores",
        "params/max_size_per_bank",
        "params/device_id",
        CHIPS,
        "params/globally_allocated",
        "params/borrows_memory",
        "params/aborted",
        "params/abort_reason",
        DEVICE,
        "num_dram_channels",
        "dram_size_per_channel",
        "cb_limit",
        "worker_l1_size");
  }

  @Override
  public boolean isRecord(Map<String, String> record) {
    return record.containsKey(NODE) && record.containsKey(COUNTER);
  }

  @Override
  public boolean isRecord(String list, Map<String, String> record) {
    return isRecord(record) || (list.equals("devices") && record.containsKey(DEVICE));
  }

  @Override
  public List<Parsed> read(String key, Map<String, String> record, int column) {
    return isRecord(record) ? of(record, column) : List.of(device(record, column));
  }

  private static Parsed device(Map<String, String> record, int column) {
    if (Figures.of(record, DEVICE) < 0) {
      return new Parsed.Rejected(TtnnFiles.GRAPH, column, "a device without its number");
    }
    long channels = Figures.of(record, "num_dram_channels");
    long channel = Figures.of(record, "dram_size_per_channel");
    long limit = Figures.of(record, "cb_limit");
    return new TtnnFact.CapturedDevice(
        record.getOrDefault(DEVICE, "0"),
        channels < 0 || channels > 1024 || channel < 0 ? 0 : channels * channel,
        Math.max(0, limit > 0 ? limit : Figures.of(record, "worker_l1_size")));
  }

  /**
   * Returns the facts of a node. A failure within a function is a separate fact, like its log line.
   */
  private static List<Parsed> of(Map<String, String> record, int column) {
    Kind kind = KINDS.get(record.get(NODE));
    if (kind == null) {
      return chips(record.getOrDefault(CHIPS, ""));
    }
    long counter = Figures.of(record, COUNTER);
    long size = Figures.of(record, "params/size");
    if (counter < 0 || (SIZED.contains(kind) && size < 0)) {
      String missing = counter < 0 ? "counter" : "size";
      return List.of(
          new Parsed.Rejected(
              TtnnFiles.GRAPH, column, "a node " + record.get(NODE) + " without its " + missing));
    }
    if (isTrue(record, "params/globally_allocated") || isTrue(record, "params/borrows_memory")) {
      // It lies within a buffer that is already counted.
      return List.of();
    }
    List<Parsed> facts = new ArrayList<>();
    Parsed failure = failure(record);
    if (failure != Ignored.IGNORED) {
      facts.add(failure);
    }
    boolean dram = DRAM.equals(record.get("params/type"));
    boolean buffer = BUFFERS.contains(kind);
    facts.add(
        new TtnnFact.Node(
            kind,
            counter,
            record.getOrDefault("params/name", ""),
            Math.max(0, Figures.of(record, "params/device_id")) + "",
            buffer ? dram ? DRAM : "L1" : "",
            buffer && !dram ? perCore(kind, size, record) : size,
            Figures.of(record, "connections/0")));
    return facts;
  }

  private static boolean isTrue(Map<String, String> record, String name) {
    String value = record.getOrDefault(name, "");
    return value.equals("1") || value.equals("true");
  }

  private static List<Parsed> chips(String tensors) {
    return CHIP.matcher(tensors)
        .results()
        .<Parsed>map(chip -> new TtnnFact.MeshChip(chip.group(1), chip.group(2)))
        .toList();
  }

  private static Parsed failure(Map<String, String> record) {
    String reason = record.get("params/abort_reason");
    if (reason == null) {
      return Ignored.IGNORED;
    }
    return TenstorrentFormat.errorText(reason);
  }

  /**
   * Bytes of an L1 buffer on the fullest core. Where captures do not state them, an interleaved
   * buffer counts whole, and so does any buffer in the oldest, which name no device.
   *
   * @return −1 for a buffer on a device of which only the whole is known
   */
  private static long perCore(Kind kind, long size, Map<String, String> record) {
    long stated = Figures.of(record, "params/max_size_per_bank");
    if (stated >= 0) {
      return stated;
    }
    long page = Figures.of(record, "params/page_size");
    if (size < 0 || page <= 0) {
      return kind == Kind.BUFFER && record.containsKey("params/device_id") ? -1 : size;
    }
    long cores = Math.max(1, Figures.of(record, "params/num_cores"));
    long pages = (size + page - 1) / page;
    return (pages + cores - 1) / cores * page;
  }
}
