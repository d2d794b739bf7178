package io.tidemark.app;

import io.tidemark.app.browser.Browser;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * A panel as drawn on the screen.
 *
 * @param trouble the message in its corner; empty if there is none
 * @param rows the cells of its table, the names of its columns first
 * @param cut figures that are wider than their cell, or lie outside of the panel
 */
record GrafanaPanel(
    String title, String text, String trouble, List<List<String>> rows, List<String> cut) {

  private static final JsonMapper JSON = new JsonMapper();

  private static final String READ =
      """
      if (document.querySelector('.panel-loading, [aria-label="Panel loading bar"]')) return '';
      const prefix = 'data-testid Panel header ';
      const heads = [...document.querySelectorAll('[data-testid^="' + prefix + '"]')];
      const empty = head => {
        const panel = head.closest('section') || head;
        return panel.getBoundingClientRect().top < window.innerHeight
            && panel.innerText.trim() === head.dataset.testid.slice(prefix.length);
      };
      if (heads.some(empty)) return '';
      const wider = part => part.scrollWidth > part.clientWidth + 1;
      return JSON.stringify(heads.map(head => {
        const panel = head.closest('section') || head;
        const right = panel.getBoundingClientRect().right + 1;
        const cells = [...panel.querySelectorAll('[role=cell]')]
            .filter(cell => getComputedStyle(cell).justifyContent === 'flex-end');
        const trouble = panel.querySelector('.panel-info-corner--error, [aria-label="Panel status"]');
        return {
          title: head.dataset.testid.slice(prefix.length),
          text: panel.innerText,
          trouble: trouble ? 'error' : '',
          rows: [...panel.querySelectorAll('[role=row]')].map(row =>
              [...row.querySelectorAll('[role=columnheader], [role=cell]')]
                  .map(cell => cell.innerText.trim())),
          cut: cells.filter(cell => cell.getBoundingClientRect().right > right
                  || [cell, ...cell.querySelectorAll('div:not(.cellActions, .cellActions *)')].some(wider))
              .map(cell => cell.innerText.trim()).filter(text => text !== ''),
        };
      }));
      """;

  /** All panels of the page, once the visible ones are drawn: two readings must be equal. */
  static List<GrafanaPanel> of(Browser browser, String wanted) {
    String[] before = {""};
    String read =
        browser.await(
            "panels drawn, among them " + wanted,
            page -> {
              String now = String.valueOf(page.run(READ));
              boolean same = now.equals(before[0]) && now.contains("\"" + wanted + "\"");
              before[0] = now;
              return same ? now : null;
            });
    return JSON.readValue(read, new TypeReference<List<GrafanaPanel>>() {});
  }

  /** The first panel with this title, once all panels are drawn. */
  static GrafanaPanel titled(Browser browser, String title) {
    return of(browser, title).stream()
        .filter(panel -> panel.title().equals(title))
        .findFirst()
        .orElseThrow();
  }

  /** The rows of a table as its columns name them; the cell of a column, or null. */
  @Nullable String cell(List<String> row, String column) {
    int at = rows.isEmpty() ? -1 : rows.get(0).indexOf(column);
    return at < 0 || at >= row.size() ? null : row.get(at);
  }

  Stream<List<String>> body() {
    return rows.stream().skip(1);
  }

  /** Faults that would disturb a reader. */
  Stream<String> faults() {
    return Stream.concat(
            Stream.of(
                trouble,
                text.contains("NaN") ? "NaN" : "",
                text.contains("No data") ? "No data" : ""),
            cut.stream().map(figure -> "cut: " + figure))
        .filter(fault -> !fault.isEmpty())
        .map(fault -> title + ": " + fault);
  }
}
