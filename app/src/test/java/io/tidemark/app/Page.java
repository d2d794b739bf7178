package io.tidemark.app;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of the index: its readers, its place among their pages, and its first sentence. */
record Page(Path file, String readers, int place, String title, String sentence) {

  private static final Path ROOT = Samples.root();
  private static final Pattern HEAD =
      Pattern.compile("\\A# (.*)\n\n<!-- for: (\\w+) (\\d+) -->\n+((?:.+\n)+)");

  static Optional<Page> of(Path file) throws IOException {
    return HEAD.matcher(Files.readString(file)).results().findFirst().map(head -> page(file, head));
  }

  private static Page page(Path file, MatchResult head) {
    String text = head.group(4).replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1").replace('\n', ' ');
    String sentence = text.replaceFirst("[.:] *$|\\. .*", "") + ".";
    int place = Integer.parseInt(head.group(3));
    return new Page(ROOT.relativize(file), head.group(2), place, head.group(1), sentence);
  }

  /** Every page of the project, listed in the index or not. */
  static List<Path> all() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String folder :
        List.of(".", "docs", "docs/decisions", "grafana", "deploy/kubernetes", "examples")) {
      pages.addAll(in(folder));
    }
    for (Path module : folders()) {
      pages.addAll(in(ROOT.relativize(module).toString()));
    }
    return pages;
  }

  /** Folders of the modules. */
  static List<Path> folders() throws IOException {
    try (Stream<Path> all = Files.list(ROOT)) {
      return all.filter(one -> Files.isDirectory(one.resolve("src"))).sorted().toList();
    }
  }

  static List<Path> in(String folder) throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve(folder).normalize())) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }
}
