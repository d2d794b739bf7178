package io.tidemark.analysis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.run.Settings;
import io.tidemark.analysis.store.HeapParts;
import io.tidemark.model.log.Slice;
import io.tidemark.model.log.SliceOrigin;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The machine on which the lines of a run were read. */
class HostTest {

  private static final String LINE = "nothing of ours\n";

  private final HeapParts parts = new HeapParts();

  private List<@Nullable String> hosts(LogAnalysis state) {
    return Stream.of(state.changes())
        .flatMap(published -> published.runs().values().stream())
        .map(status -> status.source().host())
        .toList();
  }

  private static Slice slice(String generation, int number) {
    byte[] text = LINE.getBytes(UTF_8);
    long offset = (long) number * text.length;
    return new Slice(generation, offset, text.length, 1, false, false, 10, 20, text);
  }

  @Test
  void aRunTellsWhereItIsReadAfterARestartToo() {
    LogAnalysis state = LogAnalysis.load("a.log", parts, Settings.DEFAULT);
    state.after(slice("g1", 0));
    assertThat(hosts(state)).containsExactly((String) null);
    state.after(slice("g1", 1).from(new SliceOrigin("box-1", Map.of())));
    assertThat(hosts(state)).containsExactly("box-1");

    LogAnalysis again = LogAnalysis.load("a.log", parts, Settings.DEFAULT);
    again.after(slice("g1", 2));
    assertThat(hosts(again)).containsExactly("box-1");
    again.after(slice("g2", 0).from(new SliceOrigin("box-2", Map.of())));
    assertThat(hosts(again)).containsExactlyInAnyOrder("box-1", "box-2");
  }

  @Test
  void whoeverSendsASliceAgainReadsNothingNew() {
    LogAnalysis state = LogAnalysis.load("a.log", parts, Settings.DEFAULT);
    state.after(slice("g1", 0).from(new SliceOrigin("box-1", Map.of())));
    state.after(slice("g1", 0).from(new SliceOrigin("box-2", Map.of())));
    assertThat(hosts(state)).containsExactly("box-1");
  }
}
