package io.tidemark.streams.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.SourceAnalysis;
import io.tidemark.analysis.run.Changes;
import io.tidemark.analysis.run.Outcome;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.model.log.Slice;
import io.tidemark.streams.job.Transcript;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorePartsTest {

  @TempDir Path stateDir;

  @Test
  void aScanFindsThePartsOfItsSourceAloneSortedAsBytes() {
    assertThat(
            scanned(
                "a\0",
                parts -> {
                  // U+FF5E sorts before U+1F30A as UTF-8 bytes and after it as Java chars.
                  for (String key :
                      List.of("a\0\uD83C\uDF0A", "a\0\uFF5E", "a\0b", "a", "ab\0c", "b\0")) {
                    parts.put(Store.OPS, key, new byte[] {1});
                  }
                }))
        .containsExactly("a\0b", "a\0\uFF5E", "a\0\uD83C\uDF0A");
  }

  @Test
  void aPartPutAsNullIsGone() {
    assertThat(
            scanned(
                "a\0",
                parts -> {
                  parts.put(Store.OPS, "a\0b", new byte[] {1});
                  parts.put(Store.OPS, "a\0b", null);
                  assertThat(parts.get(Store.OPS, "a\0b")).isNull();
                }))
        .isEmpty();
  }

  @Test
  void eachStoreIsAPlaceOfItsOwn() {
    assertThat(
            scanned(
                "a\0",
                parts -> {
                  parts.put(Store.PLANS, "a\0b", new byte[] {1});
                  assertThat(parts.get(Store.HOT, "a\0b")).isNull();
                }))
        .isEmpty();
  }

  /** The keys that a scan of the ops finds after {@code work} in the job's own cached stores. */
  private List<String> scanned(String prefix, Consumer<StateParts> work) {
    List<String> found = new ArrayList<>();
    try (Transcript job = new Transcript(stateDir, (source, parts) -> once(parts, work))) {
      job.slice("any", "one\n");
    }
    try (Transcript job =
        new Transcript(
            stateDir,
            (source, parts) ->
                once(
                    parts,
                    same -> {
                      work.accept(same);
                      same.scan(Store.OPS, prefix, (key, value) -> found.add(key));
                    }))) {
      job.slice("any", "one\n");
    }
    return found;
  }

  private static SourceAnalysis once(StateParts parts, Consumer<StateParts> work) {
    return new SourceAnalysis() {
      @Override
      public Outcome apply(Slice slice) {
        work.accept(parts);
        return new Outcome(List.of(), List.of(), false);
      }

      @Override
      public Changes changes() {
        return Changes.NONE;
      }

      @Override
      public long weightBytes() {
        return 0;
      }
    };
  }
}
