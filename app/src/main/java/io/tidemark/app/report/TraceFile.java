package io.tidemark.app.report;

import io.tidemark.analysis.run.Outcome;
import io.tidemark.ingest.find.IoReason;
import io.tidemark.model.Refusal;
import io.tidemark.model.event.FailureText;
import io.tidemark.model.event.MemoryEvent;
import io.tidemark.model.event.MemoryView;
import io.tidemark.model.event.Op;
import io.tidemark.model.log.RunId;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.board.Board;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;

/**
 * A trace in Chrome's JSON, which Perfetto opens: a process per run, a counter per memory, a thread
 * of ops per device, failures and alerts as instants. Times are microseconds and rise with each
 * event, so a log without dates is shown in its order. The file is removed unless it is complete.
 */
public final class TraceFile implements AutoCloseable {

  private static final String OPTION = "--perfetto";

  private final Path path;
  private final OutputStream out;
  private boolean complete;
  private final JsonGenerator json;
  private final Map<RunId, Track> tracks = new HashMap<>();
  private final Map<String, String> origins = new LinkedHashMap<>();

  /** Whether there is a use over time. */
  private boolean counts;

  private static final class Track {
    final int pid;

    /** The thread of each device; negative while no op runs. */
    final Map<String, Integer> threads = new HashMap<>();

    /** Times by offset, of slices in which an alert began or ended. */
    final TreeMap<Long, Long> alerted = new TreeMap<>();

    long newest;

    Track(int pid) {
      this.pid = pid;
    }

    long after(long millis) {
      newest = Math.max(newest + 1, millis * 1000);
      return newest;
    }
  }

  /** Begins a file that does not exist. */
  public TraceFile(Path path) {
    this.path = path;
    try {
      out = new BufferedOutputStream(Files.newOutputStream(path, StandardOpenOption.CREATE_NEW));
    } catch (IOException e) {
      String why = e instanceof FileAlreadyExistsException ? "it exists" : IoReason.of(e);
      throw new Refusal(
          "%s '%s' cannot be made (%s); want a new file in a folder that may be written"
              .formatted(OPTION, path, why));
    }
    json = Json.MAPPER.createGenerator(out);
    json.writeStartObject();
    json.writeArrayPropertyStart("traceEvents");
  }

  public void add(Outcome outcome) {
    for (Outcome.RunEvents batch : outcome.events()) {
      Track track = track(batch.run());
      for (MemoryEvent event : batch.events()) {
        long at = track.after(event.timeMillis());
        if (outcome.alerted()) {
          track.alerted.put(event.offset(), at);
        }
        if (event instanceof MemoryEvent.Snapshot snapshot) {
          add(snapshot, track, at);
        } else if (event instanceof MemoryEvent.Failure failure) {
          boolean last = event instanceof MemoryEvent.OutOfMemory;
          String sentence = FailureText.sentence(failure.allocation());
          write("i", last ? "out of memory" : "refused", track, at, Map.of("sentence", sentence));
        }
      }
    }
  }

  private Track track(RunId run) {
    Track track = tracks.computeIfAbsent(run, first -> new Track(tracks.size() + 1));
    if (track.newest == 0) {
      write("M", "process_name", track, track.after(0), Map.of("name", run.toString()));
    }
    return track;
  }

  private void add(MemoryEvent.Snapshot snapshot, Track track, long at) {
    for (MemoryView view : snapshot.memories()) {
      Map<String, Long> bytes = new LinkedHashMap<>(Map.of("used", view.usedBytes()));
      Long largest = view.largestFreeBytes();
      if (largest != null) {
        bytes.put("largest free block", largest);
      }
      count(FailureText.place(view.memory(), snapshot.device()), track, at, bytes);
    }
    String device = snapshot.device();
    int thread = track.threads.getOrDefault(device, -1 - track.threads.size());
    if (thread > 0) {
      write("E", "", track, thread, at, Map.of());
    }
    Op op = snapshot.before();
    track.threads.put(device, op == null ? -Math.abs(thread) : Math.abs(thread));
    if (op != null) {
      String place = op.location() == null ? "unknown" : op.location();
      write("B", op.name(), track, Math.abs(thread), at, Map.of("location", place));
    }
  }

  /**
   * Adds what only the state of a log's runs holds: alerts, and plans a microsecond per step.
   *
   * @param times their origin, as a line of text
   */
  public void add(String log, Board board, String times) {
    String origin = times.strip() + "; equal ones rise by a microsecond per event";
    origins.put(log, origin);
    for (RunId run : board.runs().keySet()) {
      Track track = track(run);
      write("M", "process_labels", track, 0, Map.of("labels", origin));
      board
          .begunAlertsOf(run)
          .forEach(
              (one) -> {
                var near = track.alerted.floorEntry(one.getValue().startOffset());
                long at = near == null ? one.getValue().startMillis() * 1000 : near.getValue();
                Map<String, String> sentence = Map.of("sentence", one.getValue().sentence());
                write("i", one.getKey().rule().alert(), track, at, sentence);
              });
      board
          .summariesOf(run)
          .forEach(
              (one) -> {
                String name = "plan " + one.getKey().plan();
                track.after(one.getValue().attempt().at().timeMillis());
                for (Long used : one.getValue().use().usedPerStep()) {
                  count(name, track, track.after(0), Map.of("used", used));
                }
              });
    }
  }

  private void count(String name, Track track, long at, Map<String, Long> bytes) {
    counts = true;
    write("C", name, track, at, bytes);
  }

  private void write(String phase, String name, Track of, long at, Map<String, ?> args) {
    write(phase, name, of, 0, at, args);
  }

  private void write(
      String phase, String name, Track of, int thread, long at, Map<String, ?> args) {
    Map<String, Object> event = new LinkedHashMap<>(Map.of("ph", phase, "name", name, "s", "p"));
    event.putAll(Map.of("pid", of.pid, "tid", thread, "ts", at, "args", args));
    json.writePOJO(event);
  }

  /**
   * Completes the file.
   *
   * @throws Refusal when the logs hold nothing for it
   */
  public void finish(List<String> logs) {
    json.writeEndArray();
    json.writePOJOProperty("otherData", origins);
    json.writeEndObject();
    json.flush();
    if (!counts) {
      throw new Refusal(
          "%s: nothing for it in %s; want the use of a memory over time, or a plan with steps"
              .formatted(OPTION, String.join(", ", logs)));
    }
    complete = true;
  }

  @Override
  public void close() {
    try {
      out.close();
      if (!complete) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
