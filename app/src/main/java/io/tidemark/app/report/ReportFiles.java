package io.tidemark.app.report;

import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.system.tenstorrent.Tenstorrent;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.log.RunId;
import io.tidemark.model.run.Refusals;
import io.tidemark.model.run.RunFailures;
import io.tidemark.model.run.RunStatus;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.board.Board;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** The files of a report that are written during the analysis, all in one pass. */
final class ReportFiles implements AutoCloseable {

  private final LeftOut leftOut = new LeftOut();
  private final EventFiles events;
  private final JsonFile attributionRows;
  private final AttributionFile attribution;
  private final OperationFiles operations;
  private final PageOperations pageOperations = new PageOperations(leftOut);
  private final PageFile page;

  /**
   * @param log the beginning of the files' names
   */
  ReportFiles(ReportFolder folder, String source, String log) {
    events = new EventFiles(folder);
    attributionRows = new JsonFile(folder, log + "_attribution.json", JsonFile::openSnakeCase);
    attribution = new AttributionFile(attributionRows);
    operations = new OperationFiles(folder, log, leftOut, pageOperations);
    page = new PageFile(source);
  }

  /** The systems, set up to report to these files. */
  LogSystems shownBy(LogSystems systems) {
    return systems.with(Tenstorrent.class, runtime -> runtime.showing(operations));
  }

  void add(Outcome outcome) {
    events.take(outcome);
    attribution.add(outcome);
    page.add(outcome);
    pageOperations.add(outcome);
  }

  /** Ends the log: keeps the files of the systems that wrote it. */
  void complete(Board board) throws IOException {
    events.complete(board);
    if (Report.speaks(board, Tenstorrent.RUNTIME)) {
      attributionRows.open();
      attribution.finish();
      operations.complete();
      pageOperations.each(page::inline);
      ModulesDocument modules = operations.modules();
      if (modules.holdsAny()) {
        page.inline("modules", modules);
      }
    } else {
      attributionRows.discard();
      operations.discard();
    }
  }

  ModuleDumps dumps() {
    return operations.dumps();
  }

  PageFile page() {
    return page;
  }

  /** Counts of the parts left out of the runtime's files. */
  LeftOut leftOut() {
    return leftOut;
  }

  @Override
  public void close() {
    events.close();
    attributionRows.close();
    operations.close();
  }

  /**
   * Writes JSON arrays, one per kind of event, as the events come: heap use does not depend on the
   * length of the log.
   */
  private static final class EventFiles implements AutoCloseable {

    private static final Map<Class<? extends MemoryEvent>, String> IDEAS =
        Map.of(
            MemoryEvent.Snapshot.class, "snapshots",
            MemoryEvent.OutOfMemory.class, "out_of_memory");
    private static final String REJECTS = "rejects";
    private static final String REFUSED = "refused";

    /** By run its newest failures, whose ops later lines may name. */
    private final Map<RunId, Deque<MemoryEvent>> failures = new LinkedHashMap<>();

    private final Map<String, JsonFile> files = new HashMap<>();

    EventFiles(ReportFolder folder) {
      Stream.concat(IDEAS.values().stream(), Stream.of(REJECTS, REFUSED))
          .forEach(
              idea -> files.put(idea, new JsonFile(folder, idea + ".json", JsonFile::openPlain)));
    }

    void take(Outcome outcome) {
      for (Outcome.RunEvents batch : outcome.events()) {
        for (MemoryEvent event : batch.events()) {
          if (event instanceof MemoryEvent.OutOfMemory) {
            failed(batch.run(), event);
          } else {
            write(event);
          }
        }
      }
      outcome.rejects().forEach(reject -> write(REJECTS, reject));
    }

    private void failed(RunId run, MemoryEvent failure) {
      Deque<MemoryEvent> newest = failures.computeIfAbsent(run, unknown -> new ArrayDeque<>());
      newest.add(failure);
      if (newest.size() > RunFailures.MAX_NEWEST) {
        write(newest.remove());
      }
    }

    /** Writes what the state of the runs knows best. */
    void complete(Board board) {
      files.values().forEach(JsonFile::open);
      failures.forEach(
          (run, newest) -> {
            RunStatus status = board.runs().get(run);
            (status == null ? newest : status.failures().newest()).forEach(this::write);
          });
      for (RunStatus status : board.runs().values()) {
        Refusals refused = status.failures().refused();
        if (refused != null) {
          refused.newest().forEach(one -> write(REFUSED, one));
        }
      }
    }

    private void write(MemoryEvent event) {
      String idea = IDEAS.get(event.getClass());
      if (idea != null) {
        write(idea, Json.MAPPER.valueToTree(event));
      }
    }

    private void write(String idea, Object value) {
      JsonFile file = files.get(idea);
      if (file != null) {
        file.write(value);
      }
    }

    @Override
    public void close() {
      files.values().forEach(JsonFile::close);
    }
  }
}
