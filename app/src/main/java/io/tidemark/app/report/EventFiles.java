package io.tidemark.app.report;

import io.tidemark.analysis.run.Outcome;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.wire.Json;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.SequenceWriter;

/**
 * Writes JSON arrays, one per kind of event, as the events come: heap use does not depend on the
 * length of the log. The folder is created with the first element, or by {@link #open}.
 */
final class EventFiles implements AutoCloseable {

  private static final Map<Class<? extends MemoryEvent>, String> IDEAS =
      Map.of(
          MemoryEvent.Snapshot.class, "snapshots",
          MemoryEvent.Interval.class, "intervals",
          MemoryEvent.Phase.class, "phases",
          MemoryEvent.OutOfMemory.class, "out_of_memory");
  private static final String REJECTS = "rejects";

  private final Map<String, SequenceWriter> files = new LinkedHashMap<>();

  private final ReportFolder folder;

  EventFiles(ReportFolder folder) {
    this.folder = folder;
  }

  /** Creates the files in the folder, unless they exist. */
  void open() {
    if (files.isEmpty()) {
      IDEAS.values().stream().sorted().forEach(this::open);
      open(REJECTS);
    }
  }

  private void open(String idea) {
    files.put(idea, JsonFile.array(folder.path().resolve(idea + ".json")));
  }

  void take(Outcome outcome) {
    for (Outcome.RunEvents batch : outcome.events()) {
      for (MemoryEvent event : batch.events()) {
        String idea = IDEAS.get(event.getClass());
        if (idea != null) {
          write(idea, Json.MAPPER.valueToTree(event));
        }
      }
    }
    outcome.rejects().forEach(reject -> write(REJECTS, reject));
  }

  private void write(String idea, Object value) {
    open();
    SequenceWriter file = files.get(idea);
    if (file != null) {
      file.write(value);
    }
  }

  @Override
  public void close() throws IOException {
    for (SequenceWriter file : files.values()) {
      file.close();
    }
  }
}
