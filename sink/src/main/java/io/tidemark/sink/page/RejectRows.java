package io.tidemark.sink.page;

import io.tidemark.model.Reject;
import io.tidemark.model.RunId;
import io.tidemark.model.RunStatus;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** The newest rejected lines of a run's file as JSON. All runs of a file share them. */
final class RejectRows {

  private RejectRows() {}

  static void write(BoardMoment now, RunId run, Paging range, OutputStream to) throws IOException {
    RunStatus status = now.snapshot().board().runs().get(run);
    String generation = status == null ? "" : status.generation();
    List<Reject> rows =
        now.snapshot().tallies().newestRejects().getOrDefault(run.source(), List.of()).stream()
            .filter(reject -> reject.generation().equals(generation))
            .toList();
    try (JsonGenerator out = HarmlessJson.pageGenerator(to)) {
      Pages.write(out, rows.size(), range.of(rows), reject -> row(reject, out));
    }
  }

  private static void row(Reject reject, JsonGenerator out) {
    out.writeStartObject();
    out.writeNumberProperty("line", reject.line());
    out.writeNumberProperty("column", reject.column());
    out.writeStringProperty("format", reject.format());
    out.writeStringProperty("reason", reject.reason());
    out.writeStringProperty("text", reject.text());
    out.writeEndObject();
  }
}
