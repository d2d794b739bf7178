package io.tidemark.app.report;

import io.tidemark.app.logfile.Gathered;
import io.tidemark.model.plan.PlanKey;
import io.tidemark.model.plan.PlanRecord;
import io.tidemark.sink.board.Board;
import io.tidemark.sink.board.BoardBuilder;
import io.tidemark.sink.board.BoardSnapshot;
import io.tidemark.sink.page.ReportPage;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A page that lists the runs of all reports of a call, and leads to the page of each report. */
public final class ReportIndex {

  static final String PAGE = "tidemark-reports.html";

  private final ReportParent parent;
  private final Gathered all = new Gathered();
  private final Map<String, String> pages = new TreeMap<>();
  private final List<Path> folders = new ArrayList<>();

  public ReportIndex(ReportParent parent) {
    this.parent = parent;
  }

  public void add(Board board, Path folder) {
    folders.add(folder);
    all.add(listed(board));
    String page = "./" + encoded(folder.getFileName().toString()) + "/" + PageFile.PAGE;
    board.runs().keySet().forEach(run -> pages.put(run.toString(), page));
  }

  /** What the list needs; a board of buffers and timelines may be large. */
  private static Board listed(Board board) {
    TreeMap<PlanKey, PlanRecord> plans = new TreeMap<>(board.plans());
    plans.values().removeIf(plan -> !(plan instanceof PlanRecord.Summary));
    return new Board(
        board.runs(), board.usage(), board.ops(), new TreeMap<>(), plans, board.alerts());
  }

  private static String encoded(String name) {
    try {
      return new URI(null, null, "/" + name, null).getRawPath().substring(1);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(name, e);
    }
  }

  /** The page of the report, if it is the only one. */
  public Optional<Path> only() {
    return folders.stream()
        .map(folder -> folder.resolve(PageFile.PAGE))
        .reduce((one, next) -> next);
  }

  /** Writes the page if there are several reports, and returns its path. */
  public Optional<Path> write(String title) throws IOException {
    if (folders.size() < 2) {
      return Optional.empty();
    }
    BoardSnapshot now =
        new BoardSnapshot(all.board(), new BoardBuilder().snapshot().tallies(), true);
    Path page = parent.path().resolve(PAGE);
    try {
      return Optional.of(
          Files.writeString(page, ReportPage.html(title, ReportPage.index(now, pages))));
    } catch (IOException e) {
      throw parent.refusal(e);
    }
  }
}
