package io.tidemark.analysis.parse;

import io.tidemark.analysis.parse.Parsed.Ignored;
import java.util.Arrays;
import java.util.List;

/**
 * Lines of the Tenstorrent runtime and its PJRT plugin. They are known by what they say, wherever
 * in the line it stands, so that any logger's prefix will do.
 */
final class TenstorrentFormat extends NamedFormat {

  /** The text that gives a kind of line away. */
  private enum Needle {
    MEMORY(" memory state"),
    OP("Executing operation:"),
    PROGRAM("execution of program:"),
    RETAINED("Tensor is retained thus not deallocating"),
    OUT_OF_MEMORY("Out of Memory: Not enough space "),
    STATIC_BUFFERS("Statically allocated "),
    TRACE_BUFFERS("Creating trace buffers of size "),
    MODULE_BUILDER("module_builder"),
    COMPILED_STATS("GetCompiledMemoryStats"),
    PLUGIN_START("PJRT_Plugin_Initialize");

    final String text;

    Needle(String text) {
      this.text = text;
    }
  }

  private static final Needle[] KINDS = Needle.values();
  private static final List<String> TEXTS = Arrays.stream(KINDS).map(kind -> kind.text).toList();
  private static final Needles NEEDLES = new Needles(TEXTS);

  TenstorrentFormat(String name) {
    super(name);
  }

  @Override
  public String sign() {
    return "\"Device DRAM memory state: MemoryView{\", \"Executing operation:\", \"Out of Memory: Not enough space\"";
  }

  @Override
  public List<String> needles() {
    return TEXTS;
  }

  @Override
  public boolean mayBegin(byte first) {
    return false;
  }

  @Override
  public Parsed unmarked(byte[] bytes, int start, int end) {
    return Ignored.IGNORED;
  }

  @Override
  public Parsed parse(byte[] bytes, int start, int end) {
    return marked(bytes, start, end, start);
  }

  @Override
  public Parsed marked(byte[] bytes, int start, int end, int needle) {
    int hit = NEEDLES.find(bytes, needle, end);
    if (hit < 0) {
      return Ignored.IGNORED;
    }
    int from = Bytes.lastDrawn(bytes, start, end);
    if (hit < from) {
      hit = NEEDLES.find(bytes, from, end);
    }
    Line line = new Line(bytes, start, from, end);
    while (hit >= 0) {
      Parsed parsed = parseAt(line, hit);
      if (parsed != Ignored.IGNORED) {
        return parsed;
      }
      hit = NEEDLES.find(bytes, hit + 1, end);
    }
    return Ignored.IGNORED;
  }

  private static Parsed parseAt(Line line, int hit) {
    Needle kind = KINDS[NEEDLES.which(line.bytes, hit, line.end)];
    int past = hit + kind.text.length();
    return switch (kind) {
      case MEMORY -> MemoryLines.parse(line, hit, past);
      case OP -> OpLines.started(line, past);
      case PROGRAM -> OpLines.program(line, hit, past);
      case RETAINED -> new TenstorrentFact.TensorRetained(line.device());
      case OUT_OF_MEMORY -> AllocationLines.parse(line, past);
      case STATIC_BUFFERS -> RegionLines.buffers(line, past);
      case TRACE_BUFFERS -> RegionLines.trace(line, past);
      case MODULE_BUILDER, COMPILED_STATS -> new TenstorrentFact.Compiling(line.device());
      case PLUGIN_START -> new TenstorrentFact.ProcessStarted(line.device());
    };
  }
}
