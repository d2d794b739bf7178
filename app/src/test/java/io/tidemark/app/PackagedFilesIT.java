package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pages, manifests, rules, dashboards and completions that each package holds. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class PackagedFilesIT {

  private static final Path ROOT = Samples.root();
  private static final Pattern LINK = Pattern.compile("]\\((?!https?:|#)([^)#]+)");

  /** A file of each kind; {@code DistIT} looks for them in the packages. */
  static final List<String> SOME =
      List.of(
          "README.md",
          "docs/README.md",
          "docs/kafka.md",
          "docs/pictures/page-run.png",
          "examples/on-alert.sh",
          "examples/tenstorrent.log",
          "grafana/dashboards/overview.json",
          "grafana/provisioning/dashboards/tidemark.yaml",
          "sink/prometheus/prometheus.yml",
          "sink/prometheus/alertmanager.yml",
          "sink/prometheus/rules/tidemark.yml",
          "deploy/kubernetes/base/kustomization.yaml",
          "deploy/kubernetes/overlays/trial/kustomization.yaml",
          "deploy/kubernetes/overlays/production/kustomization.yaml");

  @TempDir Path folder;

  private String run(List<String> command) throws Exception {
    ProcessBuilder java = new ProcessBuilder(command);
    java.directory(ROOT.toFile());
    Path out = folder.resolve("out.txt");
    try (Program program = Program.of(java, out)) {
      assertThat(program.exit()).describedAs(program.complained()).isZero();
      return program.printed();
    }
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  @Test
  void theFilesAreThereAndEveryLinkOfAPageLeadsToOneOfThem() throws Exception {
    Path doc = Files.createDirectory(folder.resolve("doc"));
    run(List.of(java(), "dist/Pages.java", ROOT.toString(), doc.toString()));
    assertThat(SOME).allMatch(file -> Files.isRegularFile(doc.resolve(file)));
    List<String> dead = new ArrayList<>();
    try (Stream<Path> files = Files.walk(doc)) {
      for (Path page : files.filter(file -> file.toString().endsWith(".md")).toList()) {
        dead.addAll(dead(page));
      }
    }
    assertThat(dead).isEmpty();
    assertThat(doc.resolve("README.md"))
        .content()
        .contains("](docs/install.md)")
        .contains("how to change it")
        .doesNotContain("](CONTRIBUTING.md)");
  }

  private static List<String> dead(Path page) throws IOException {
    return LINK.matcher(Files.readString(page))
        .results()
        .map((MatchResult link) -> link.group(1))
        .filter(link -> !Files.exists(page.resolveSibling(link)))
        .map(link -> page + ": " + link)
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bash | complete -F _complete_tidemark | --device-memory | bash -n",
        "zsh | #compdef tidemark | *--device-memory=[ | zsh -n",
        "fish | -a report -d 'Reads | -l device-memory -x | fish --no-execute"
      })
  void eachShellHasACompletionThatItReads(String shell, String head, String option, String check)
      throws Exception {
    String completion =
        run(
            List.of(
                java(),
                "-cp",
                System.getProperty("java.class.path"),
                "dist/Completion.java",
                shell));
    assertThat(completion).contains(head, option, "tt-shm", "history");
    Path file = Files.writeString(folder.resolve("tidemark." + shell), completion);
    boolean installed = Files.isExecutable(Path.of("/usr/bin", shell));
    assertThat(installed || System.getenv("CI") == null).as("%s is installed", shell).isTrue();
    if (installed) {
      run(List.of("sh", "-c", check + " " + file));
    }
  }
}
