package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The project's pages lead to each other, keep to their lengths, and name the present version. */
class PagesTest {

  private static final Path ROOT = Samples.root();
  private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#]*)(?:#([^)]*))?\\)");
  private static final Pattern SECTION = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern NAMED = Pattern.compile("docs/[a-z/-]+\\.md");
  private static final Pattern VERSION =
      Pattern.compile("tidemark(?:_memory)?[-_:](\\d[.\\d]*\\d)");

  private static Stream<Path> pages() throws IOException {
    return Page.all().stream();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyLinkLeadsToAFileAndASection(Path page) throws IOException {
    for (MatchResult link : LINK.matcher(Files.readString(page)).results().toList()) {
      Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
      assertThat(target).as("link of %s", page).exists();
      if (link.group(2) != null) {
        assertThat(anchors(target)).as("%s in %s", link.group(), page).contains(link.group(2));
      }
    }
  }

  /** Names of sections as a browser knows them. */
  private static Set<String> anchors(Path page) throws IOException {
    return SECTION
        .matcher(Files.readString(page))
        .results()
        .map(title -> title.group(1).toLowerCase(Locale.ROOT))
        .map(title -> title.replaceAll("[^\\p{L}\\d _-]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  @Test
  void aDecisionIsAtMostFifteenLines() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Path page : Page.in("docs/decisions")) {
      for (String decision : Files.readString(page).split("\n(?=## )", -1)) {
        if (decision.startsWith("## ") && decision.strip().lines().count() > 15) {
          tooLong.add(page.getFileName() + decision.lines().findFirst().orElse(""));
        }
      }
    }
    assertThat(tooLong).isEmpty();
  }

  @Test
  void theReadmeHasAtMostAHundredAndTwentyLines() throws IOException {
    assertThat(Files.readAllLines(ROOT.resolve("README.md"))).hasSizeLessThanOrEqualTo(120);
  }

  @Test
  void everyPageThatTheSourcesNameIsThereAndEachOfTheDecisionsIsNamed() throws IOException {
    Set<String> named = new TreeSet<>();
    for (Path module : Page.folders()) {
      try (Stream<Path> files = Files.walk(module.resolve("src"))) {
        for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
          NAMED.matcher(Files.readString(file)).results().forEach(one -> named.add(one.group()));
        }
      }
    }
    assertThat(named).allMatch(page -> Files.exists(ROOT.resolve(page)));
    List<String> decisions =
        Page.in("docs/decisions").stream().map(page -> ROOT.relativize(page).toString()).toList();
    assertThat(decisions).hasSize(6);
    assertThat(named).containsAll(decisions);
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/install.md", "docker-compose.yml"})
  void aFileThatRepeatsTheVersionNamesThePresentOne(String file) throws IOException {
    String text = Files.readString(ROOT.resolve(file));
    assertThat(VERSION.matcher(text).results().map(one -> one.group(1)).distinct())
        .as(file)
        .containsExactly(version());
  }

  @Test
  void manifestsAndChangesNameThePresentVersion() throws IOException {
    for (String overlay : List.of("trial", "production")) {
      assertThat(
              ROOT.resolve("deploy/kubernetes/overlays").resolve(overlay + "/kustomization.yaml"))
          .content()
          .contains("newTag: " + version() + "}");
    }
    assertThat(ROOT.resolve("docs/ci.md")).content().contains("tidemark@v" + version());
    assertThat(Files.readString(ROOT.resolve("CHANGELOG.md"))).contains("\n## " + version() + ", ");
  }

  @Test
  void theReadmeOfTheCommandLineNamesEachOfItsPackages() throws IOException {
    Set<String> packages = new TreeSet<>();
    try (Stream<Path> all = Files.list(ROOT.resolve("app/src/main/java/io/tidemark/app"))) {
      all.filter(Files::isDirectory).forEach(one -> packages.add(one.getFileName().toString()));
    }
    assertThat(
            Pattern.compile("(?:- |\\. )`(\\w+)`: ")
                .matcher(Files.readString(ROOT.resolve("app/README.md")))
                .results()
                .map(named -> named.group(1)))
        .containsExactlyInAnyOrderElementsOf(packages);
  }

  @Test
  void thePagesDoNotSpeakInRiddles() throws IOException {
    Pattern riddle = Pattern.compile("at rest|in trouble|calls? nobody|whatever is|is told");
    for (Path page : Page.all()) {
      if (!page.toString().matches(".*(decisions|CHANGELOG|performance).*")) {
        assertThat(riddle.matcher(Files.readString(page)).results().map(MatchResult::group))
            .as(page.toString())
            .isEmpty();
      }
    }
  }

  private static String version() throws IOException {
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    MatchResult found =
        Pattern.compile("<revision>(.*)</revision>")
            .matcher(pom)
            .results()
            .findFirst()
            .orElseThrow();
    return found.group(1);
  }
}
