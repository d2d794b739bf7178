package io.tidemark.analysis;

import io.tidemark.analysis.track.PartReader;
import io.tidemark.analysis.track.PartWriter;
import io.tidemark.model.AlertKey;
import io.tidemark.model.AlertRule;
import io.tidemark.model.MemoryKey;
import io.tidemark.model.PlanKey;
import io.tidemark.model.RunId;
import java.util.Set;
import java.util.TreeSet;

/**
 * All that was told of a run that has ended, by key: what must be taken back when it is forgotten.
 */
public record Gone(RunId run, Set<MemoryKey> memories, Set<PlanKey> pages, Set<AlertKey> alerts) {

  private static final int VERSION = 1;

  public Gone {
    memories = Set.copyOf(memories);
    pages = Set.copyOf(pages);
    alerts = Set.copyOf(alerts);
  }

  byte[] toBytes() {
    PartWriter out = new PartWriter(VERSION);
    out.number(memories.size());
    new TreeSet<>(memories).forEach(key -> out.text(key.device()).text(key.memory()));
    out.number(pages.size());
    new TreeSet<>(pages).forEach(key -> out.text(key.plan()).number(key.page()));
    out.number(alerts.size());
    new TreeSet<>(alerts)
        .forEach(key -> out.text(key.rule().alert()).text(key.device()).text(key.memory()));
    return out.toBytes();
  }

  static Gone read(RunId run, byte[] bytes) {
    PartReader in = new PartReader(bytes, VERSION);
    Set<MemoryKey> memories = new TreeSet<>();
    for (int left = in.count(); left > 0; left--) {
      memories.add(new MemoryKey(run, in.word(), in.word()));
    }
    Set<PlanKey> pages = new TreeSet<>();
    for (int left = in.count(); left > 0; left--) {
      pages.add(new PlanKey(run, in.word(), in.count()));
    }
    Set<AlertKey> alerts = new TreeSet<>();
    for (int left = in.count(); left > 0; left--) {
      alerts.add(new AlertKey(run, AlertRule.of(in.word()), in.word(), in.word()));
    }
    return new Gone(run, memories, pages, alerts);
  }
}
