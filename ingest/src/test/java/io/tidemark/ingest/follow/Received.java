package io.tidemark.ingest.follow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Slice;
import java.io.ByteArrayOutputStream;
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
    String open = "";
    final ByteArrayOutputStream text = new ByteArrayOutputStream();

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
    if (slice.isOpen()) {
      generation.open = new String(slice.bytes(), UTF_8);
      return;
    }
    generation.open = "";
    if (slice.isLost()) {
      generation.lost += Math.max(0, slice.end() - generation.next);
    }
    int known = (int) Math.min(slice.bytes().length, generation.next - slice.offset());
    generation.text.write(slice.bytes(), known, slice.bytes().length - known);
    generation.next = Math.max(generation.next, slice.end());
  }

  /** Bytes known to be lost, as the gaps report. */
  long lost() {
    return generations.values().stream().mapToLong(g -> g.lost).sum();
  }

  /** Lines of a source, generation after generation, without their ends. */
  List<String> lines(String source) {
    return generations.values().stream()
        .filter(generation -> generation.source.equals(source))
        .flatMap(generation -> generation.text.toString(UTF_8).lines())
        .toList();
  }

  List<String> lines() {
    return generations.values().stream().flatMap(g -> g.text.toString(UTF_8).lines()).toList();
  }

  /** The unfinished last lines of a source's generations, as far as they are written. */
  List<String> open(String source) {
    return generations.values().stream()
        .filter(generation -> generation.source.equals(source) && !generation.open.isEmpty())
        .map(generation -> generation.open)
        .toList();
  }

  List<String> sources() {
    return generations.values().stream().map(g -> g.source).distinct().toList();
  }

  int generations() {
    return generations.size();
  }

  Optional<String> raw(String source) {
    return generations.values().stream()
        .filter(generation -> generation.source.equals(source))
        .map(generation -> generation.text.toString(UTF_8))
        .reduce(String::concat);
  }
}
