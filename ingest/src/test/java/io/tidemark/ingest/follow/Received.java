package io.tidemark.ingest.follow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.log.LineEnds;
import io.tidemark.model.log.Slice;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The result of a reader of the slices: by generation and offset, each byte counts once. */
final class Received {

  private static final class OneGeneration {
    final String source;
    long next;
    long lost;
    final ByteArrayOutputStream text = new ByteArrayOutputStream();
    final List<String> lines = new ArrayList<>();
    final List<String> unterminated = new ArrayList<>();

    OneGeneration(String source, long start) {
      this.source = source;
      this.next = start;
    }
  }

  private final Map<String, OneGeneration> generations = new LinkedHashMap<>();

  static Received of(List<MemoryOutlet.Arrived> slices) {
    Received received = new Received();
    slices.forEach(received::add);
    return received;
  }

  private void add(MemoryOutlet.Arrived arrived) {
    Slice slice = arrived.slice();
    OneGeneration generation =
        generations.computeIfAbsent(
            slice.generation(), id -> new OneGeneration(arrived.source(), slice.offset()));
    assertThat(arrived.source()).isEqualTo(generation.source);
    assertThat(slice.offset()).as("no gap").isLessThanOrEqualTo(generation.next);
    assertThat(slice.lines()).as("lines").isEqualTo(lines(slice));
    if (slice.isLost()) {
      generation.lost += Math.max(0, slice.end() - generation.next);
    }
    int known = (int) Math.min(slice.bytes().length, generation.next - slice.offset());
    generation.text.write(slice.bytes(), known, slice.bytes().length - known);
    generation.next = Math.max(generation.next, slice.end());
    new String(slice.bytes(), known, slice.bytes().length - known, UTF_8)
        .lines()
        .forEach(generation.lines::add);
    if (slice.unterminated() && known < slice.bytes().length) {
      String text = generation.text.toString(UTF_8);
      generation.unterminated.add(text.substring(text.lastIndexOf('\n') + 1));
    }
  }

  private static int lines(Slice slice) {
    int ends = LineEnds.count(slice.bytes(), 0, slice.bytes().length);
    return ends + (slice.unterminated() || (slice.truncated() && !slice.isLost()) ? 1 : 0);
  }

  /** Bytes known to be lost, as the gaps report. */
  long lost() {
    return generations.values().stream().mapToLong(g -> g.lost).sum();
  }

  /** Lines of a source, generation after generation, without their ends. */
  List<String> lines(String source) {
    return generations.values().stream()
        .filter(generation -> generation.source.equals(source))
        .flatMap(generation -> generation.lines.stream())
        .toList();
  }

  List<String> lines() {
    return generations.values().stream().flatMap(g -> g.lines.stream()).toList();
  }

  /** Lines as a file holds them: a line that was closed and continued is one. */
  List<String> joined() {
    return generations.values().stream().flatMap(g -> g.text.toString(UTF_8).lines()).toList();
  }

  /** The text of each line up to where it was closed without a line end. */
  List<String> unterminated() {
    return generations.values().stream().flatMap(g -> g.unterminated.stream()).toList();
  }

  List<String> sources() {
    return generations.values().stream().map(g -> g.source).distinct().toList();
  }

  /** Number of generations that have a text; a gap may have an id of its own. */
  int generations() {
    return (int) generations.values().stream().filter(g -> g.text.size() > 0).count();
  }

  Optional<String> raw(String source) {
    return generations.values().stream()
        .filter(generation -> generation.source.equals(source))
        .map(generation -> generation.text.toString(UTF_8))
        .reduce(String::concat);
  }
}
