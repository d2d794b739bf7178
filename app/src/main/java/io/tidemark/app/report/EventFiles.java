package io.tidemark.app.report;

import io.tidemark.analysis.Outcome;
import io.tidemark.model.MemoryEvent;
import io.tidemark.model.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SequenceWriter;

/**
 * One JSON array per idea, written as the events come: a log of any length takes the same heap. The
 * folder is made when there is something to write, or when it is asked for.
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

  /** Where the files go. */
  interface Maker {
    Path make() throws IOException;
  }

  private final Maker maker;
  private @Nullable Path folder;

  EventFiles(Maker maker) {
    this.maker = maker;
  }

  /** With the files in it, if empty. */
  Path folder() throws IOException {
    Path made = folder;
    if (made == null) {
      made = maker.make();
      folder = made;
      for (String idea : IDEAS.values().stream().sorted().toList()) {
        open(made, idea);
      }
      open(made, REJECTS);
    }
    return made;
  }

  private void open(Path folder, String idea) {
    files.put(idea, JsonFile.array(folder.resolve(idea + ".json")));
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
    try {
      folder();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
