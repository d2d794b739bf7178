package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/README.md and llms.txt list each page by its readers, with its first sentence. */
class PageIndexTest {

  private static final Path ROOT = Samples.root();
  private static final List<String> READERS = List.of("user", "operator", "developer");

  private static List<Page> pages() throws IOException {
    List<Page> pages = new ArrayList<>();
    for (Path file : Page.all()) {
      Page.of(file).ifPresent(pages::add);
    }
    pages.sort(Comparator.comparing(Page::place));
    return pages;
  }

  private static String sections(String head, Function<Page, String> row) throws IOException {
    List<Page> pages = pages();
    return READERS.stream()
        .map(
            reader ->
                "\n## For %ss\n\n%s".formatted(reader, head)
                    + pages.stream()
                        .filter(page -> page.readers().equals(reader))
                        .map(row)
                        .collect(Collectors.joining()))
        .collect(Collectors.joining());
  }

  private static void isAsGenerated(String page, String name, String generated) throws IOException {
    Path written = ROOT.resolve("app/target/pages").resolve(name);
    Files.createDirectories(written.getParent());
    Files.writeString(written, generated);
    assertThat(ROOT.resolve(page))
        .as("%s lists the pages: cp app/target/pages/%s %s", page, name, page)
        .hasContent(generated);
  }

  @Test
  void theIndexListsEachPageByItsReaders() throws IOException {
    String table =
        sections(
            "| page | what it says |\n|---|---|\n",
            page ->
                "| [%s](%s) | %s |\n"
                    .formatted(
                        page.title(), Path.of("docs").relativize(page.file()), page.sentence()));
    isAsGenerated("docs/README.md", "README.md", "# Pages\n" + table);
  }

  @Test
  void programsThatReadThePagesFindTheSameList() throws IOException {
    String what =
        Files.readString(ROOT.resolve("README.md")).split("\n\n", 3)[1].replace('\n', ' ');
    String list =
        sections(
            "", page -> "- [%s](%s): %s\n".formatted(page.title(), page.file(), page.sentence()));
    isAsGenerated("llms.txt", "llms.txt", "# Tidemark\n\n> " + what + "\n" + list);
  }

  @Test
  void everyPageOfTheDocumentationIsListedOnceAtAPlaceOfItsOwn() throws IOException {
    List<Page> pages = pages();
    for (String folder : List.of("docs", "docs/decisions")) {
      for (Path file : Page.in(folder)) {
        if (!file.endsWith("docs/README.md")) {
          assertThat(pages).extracting(Page::file).contains(ROOT.relativize(file));
        }
      }
    }
    assertThat(pages).extracting(page -> page.readers() + page.place()).doesNotHaveDuplicates();
    assertThat(pages).extracting(Page::readers).allMatch(READERS::contains);
  }
}
