package io.tidemark.app.report;

import io.tidemark.analysis.run.Outcome;
import io.tidemark.model.Refusal;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.page.ReportPage;
import io.tidemark.sink.snapshot.RunSnapshots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The page of a report, {@code index.html}, and its documents. */
public final class PageFile {

  static final String PAGE = "index.html";
  static final String DOCUMENTS = "page.json.gz";

  private final String source;
  private final RunSnapshots snapshots = new RunSnapshots();
  private final BoardBuilder rejects = new BoardBuilder();
  private final Map<String, Object> inlined = new TreeMap<>();

  PageFile(String source) {
    this.source = source;
  }

  void add(Outcome outcome) {
    outcome
        .events()
        .forEach(batch -> batch.events().forEach(event -> snapshots.add(batch.run(), event)));
    outcome.rejects().forEach(reject -> rejects.countReject(source, reject));
  }

  /**
   * Inlines a document that only this report has.
   *
   * @param key its path below {@code api/v1/}, and its run on a line of its own
   */
  void inline(String key, Object document) {
    inlined.put(key, document);
  }

  void write(Path folder, String title, Board board) throws IOException {
    BoardSnapshot all = new BoardSnapshot(board, rejects.snapshot().tallies(), true);
    Files.write(folder.resolve(DOCUMENTS), ReportPage.documents(all, snapshots, inlined));
    makeAgain(folder, title);
  }

  public static boolean isIn(Path folder) {
    return Files.isRegularFile(folder.resolve(DOCUMENTS))
        && Files.isRegularFile(folder.resolve("state.json"));
  }

  /** Creates the page of a report's folder again from its documents, with this version's page. */
  public static Path makeAgain(Path folder, String title) {
    Path page = folder.resolve(PAGE);
    try {
      byte[] documents = Files.readAllBytes(folder.resolve(DOCUMENTS));
      return Files.writeString(page, ReportPage.html(title, documents));
    } catch (IOException e) {
      Refusal refusal =
          new Refusal(
              "report %s: its page cannot be written (%s); want a folder that may be written"
                  .formatted(folder, e.getClass().getSimpleName()));
      refusal.initCause(e);
      throw refusal;
    }
  }
}
