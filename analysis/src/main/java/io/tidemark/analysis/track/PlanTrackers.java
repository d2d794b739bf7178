package io.tidemark.analysis.track;

import io.tidemark.analysis.parse.BmProfileFact;
import io.tidemark.analysis.parse.Chip;
import io.tidemark.analysis.parse.ChipNamed;
import io.tidemark.analysis.parse.Fact;
import io.tidemark.analysis.parse.KeyValueRecord;
import io.tidemark.analysis.parse.MemoryAccessFact;
import io.tidemark.analysis.parse.TflmFact;
import io.tidemark.analysis.parse.XlaDumpFact;
import io.tidemark.analysis.parse.XlaOomFact;
import io.tidemark.analysis.parse.ZantFact;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.PlanKey;
import io.tidemark.model.PlanRecord;
import io.tidemark.model.RunId;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The systems that tell static plans, and the plans they told. */
final class PlanTrackers {

  private final Plans plans = new Plans();
  private final LaneMemory lane;
  private final LmemTracker lmem;
  private final EarlyLmemTracker earlyLmem;
  private final GmemTracker gmem = new GmemTracker(plans);
  private final BmProfileTracker bmProfile = new BmProfileTracker(plans);
  private final MemoryAccesses accesses;
  private final ZantTracker zant = new ZantTracker(plans);
  private final TflmTracker tflm = new TflmTracker(plans);
  private final XlaReports xlaReports = new XlaReports(plans);
  private final XlaDumpTracker xlaDump;

  PlanTrackers(String source, @Nullable Chip chip) {
    lane = new LaneMemory(plans, chip);
    lmem = new LmemTracker(plans, lane);
    accesses = new MemoryAccesses(plans, lane);
    earlyLmem = new EarlyLmemTracker(plans, lane);
    xlaDump = new XlaDumpTracker(plans, source);
  }

  boolean any() {
    return plans.any();
  }

  /** Roughly what they hold on the heap, bytes. */
  long weightBytes() {
    return plans.weightBytes() + xlaDump.weightBytes();
  }

  /** Whether a line that other logs hold too belongs to a file of these now. */
  boolean expects(Fact fact, At at) {
    if (fact instanceof ZantFact line) {
      return zant.expects(line, at);
    }
    if (fact instanceof XlaOomFact line) {
      return xlaReports.expects(line);
    }
    return !(fact instanceof XlaDumpFact line) || xlaDump.expects(line);
  }

  /** Takes what is about plans; every other fact is left alone. */
  void take(Fact fact, At at, Consumer<MemoryEvent> events) {
    if (fact instanceof KeyValueRecord record) {
      lmem.take(record, at, events);
      earlyLmem.take(record, at, events);
      gmem.take(record, at, events);
    } else if (fact instanceof ChipNamed named) {
      lane.is(named.chip());
    } else if (fact instanceof BmProfileFact line) {
      bmProfile.take(line, at, events);
    } else if (fact instanceof MemoryAccessFact line) {
      accesses.take(line, at, events);
    } else if (fact instanceof ZantFact line) {
      zant.take(line, at, events);
    } else if (fact instanceof TflmFact line) {
      tflm.take(line, at, events);
    } else if (fact instanceof XlaDumpFact line) {
      xlaDump.take(line, at, events);
    } else if (fact instanceof XlaOomFact line) {
      xlaReports.take(line, at, events);
    }
  }

  void end(At at, Consumer<MemoryEvent> events) {
    xlaDump.endModule(at, events);
    xlaReports.close(at, events);
    earlyLmem.end(at);
    gmem.end(at);
    accesses.end(at);
    tflm.end("truncated", at);
    plans.endAll("truncated", at);
  }

  /** Hands over what changed since it was last asked for. */
  void tell(boolean busy, RunId run, Map<PlanKey, PlanRecord> records) {
    plans.tell(busy, (plan, page, record) -> records.put(new PlanKey(run, plan, page), record));
  }

  /** Something that changed was not told yet. */
  boolean waits() {
    return plans.waits();
  }

  /** Hands over the pages that changed, under {@code number\0page}. */
  void store(BiConsumer<String, byte[]> part) {
    plans.store((number, page, bytes) -> part.accept(key(number, page), bytes));
    xlaDump.store((page, bytes) -> part.accept(key(Plans.NONE, page), bytes));
  }

  /** Sorts as the numbers do. */
  private static String key(int number, int page) {
    return String.format(Locale.ROOT, "%08d\0%06d", number, page);
  }

  /** Takes a page back from where {@link #store} put it. */
  void restore(String key, byte[] bytes) {
    String[] parts = key.split("\0", 2);
    int number = Integer.parseInt(parts[0]);
    if (number == Plans.NONE) {
      xlaDump.restore(bytes);
    } else {
      plans.restore(number, Integer.parseInt(parts[1]), bytes);
    }
  }

  /**
   * Every plan that is or was told of, by name, with its last page.
   *
   * @param stored hands over what {@link #store} put, sorted by key
   */
  static Map<String, Integer> lastPages(Consumer<BiConsumer<String, byte[]>> stored) {
    Map<String, String> names = new HashMap<>();
    Map<String, Integer> pages = new TreeMap<>();
    stored.accept(
        (key, bytes) -> {
          String[] parts = key.split("\0", 2);
          int page = Integer.parseInt(parts[1]);
          if (page == 0 && Integer.parseInt(parts[0]) != Plans.NONE) {
            names.put(parts[0], PlanHead.read(bytes).name);
          }
          String name = names.getOrDefault(parts[0], "");
          if (!name.isEmpty()) {
            pages.merge(name, page, Math::max);
          }
        });
    return pages;
  }

  void write(PartWriter out) {
    plans.write(out);
    lane.write(out);
    lmem.write(out);
    earlyLmem.write(out);
    gmem.write(out);
    bmProfile.write(out);
    accesses.write(out);
    zant.write(out);
    tflm.write(out);
    xlaDump.write(out);
    xlaReports.write(out);
  }

  void read(PartReader in) {
    plans.read(in);
    lane.read(in);
    lmem.read(in);
    earlyLmem.read(in);
    gmem.read(in);
    bmProfile.read(in);
    accesses.read(in);
    zant.read(in);
    tflm.read(in);
    xlaDump.read(in);
    xlaReports.read(in);
  }
}
