package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The archive that {@code mvn package -Pdist} made, unpacked by a user without a Java. */
@Tag("slow")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DistIT {

  @TempDir Path folder;
  private Path installed = Path.of("");

  @BeforeEach
  void unpack() throws Exception {
    Path dist = Samples.root().resolve("app/target/dist");
    assumeTrue(Files.isDirectory(dist), "no app/target/dist: mvn package -Pdist makes it");
    Path place = Files.createDirectory(folder.resolve("a place"));
    Path archive = only(dist, "tidemark-*.tar.gz");
    ProcessBuilder tar =
        new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", place.toString());
    try (Program unpacking = Program.of(tar, folder.resolve("tar.txt"))) {
      assertThat(unpacking.exit()).describedAs(unpacking.complained()).isZero();
    }
    installed = only(place, "tidemark-*");
  }

  private static Path only(Path folder, String glob) throws IOException {
    try (var found = Files.newDirectoryStream(folder, glob)) {
      return found.iterator().next();
    }
  }

  private Program report(Path launcher, Map<String, String> variables) throws IOException {
    return run(launcher, variables, "report", "--text", "examples/tenstorrent.log");
  }

  private Program run(Path launcher, Map<String, String> variables, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(arguments));
    command.add(0, launcher.toString());
    ProcessBuilder program = new ProcessBuilder(command);
    program.directory(installed.toFile()).environment().clear();
    program.environment().putAll(variables);
    return Program.of(program, folder.resolve("report.txt"));
  }

  private Map<Path, FileTime> files() throws IOException {
    Map<Path, FileTime> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(installed)) {
      for (Path file : all.toList()) {
        files.put(file, Files.getLastModifiedTime(file));
      }
    }
    return files;
  }

  @Test
  void aLogIsReportedWithoutAJavaAndNothingIsWritten() throws Exception {
    Map<Path, FileTime> before = files();
    Path link =
        Files.createSymbolicLink(folder.resolve("linked"), installed.resolve("bin/tidemark"));
    for (Path launcher : List.of(installed.resolve("bin/tidemark"), link)) {
      try (Program report = report(launcher, Map.of())) {
        assertThat(report.exit()).describedAs(report.complained()).isZero();
        assertThat(report.printed()).contains("where       DRAM 11.81 GiB of 11.97 GiB (98.7 %)");
        assertThat(report.complained()).isEmpty();
      }
    }
    assertThat(files()).isEqualTo(before);
  }

  /** With this option a JVM that refuses its archive of classes does not start. */
  @Test
  void theArchiveOfClassesIsUsedInAnyFolder() throws Exception {
    Path launcher = installed.resolve("bin/tidemark");
    Map<String, String> only = Map.of("JDK_JAVA_OPTIONS", "-Xshare:on");
    try (Program report = report(launcher, only)) {
      assertThat(report.exit()).describedAs(report.complained()).isZero();
    }
    try (Program agent = run(launcher, only, "ingest", "--help")) {
      assertThat(agent.exit()).describedAs(agent.complained()).isZero();
    }
    assertThat(installed.resolve("lib/tidemark/tidemark.jsa")).isNotEmptyFile();
    assertThat(installed.resolve("lib/tidemark/ingest.jsa")).isNotEmptyFile();
  }

  @Test
  void eachPackageHoldsPagesManifestsRulesDashboardsCompletionsAndTheManual() throws Exception {
    List<String> common =
        List.of(
            "share/bash-completion/completions/tidemark",
            "share/fish/vendor_completions.d/tidemark.fish",
            "share/man/man1/tidemark.1.gz");
    assertThat(common).allMatch(file -> Files.isRegularFile(installed.resolve(file)));
    assertThat(PackagedFilesIT.SOME).allMatch(file -> Files.isRegularFile(installed.resolve(file)));
    assertThat(installed.resolve("share/zsh/site-functions/_tidemark")).isRegularFile();

    Path dist = Samples.root().resolve("app/target/dist");
    String wheel = listed("unzip", "-Z1", only(dist, "*.whl").toString());
    assertThat(common).allMatch(file -> wheel.contains(".data/data/" + file + "\n"));
    assertThat(PackagedFilesIT.SOME)
        .allMatch(file -> wheel.contains("/share/doc/tidemark/" + file + "\n"));

    String debian = listed("dpkg-deb", "--contents", only(dist, "*.deb").toString());
    assertThat(common).allMatch(file -> debian.contains(" ./usr/" + file + "\n"));
    assertThat(PackagedFilesIT.SOME)
        .allMatch(file -> debian.contains(" ./usr/share/doc/tidemark/" + file + "\n"));
    assertThat(debian).contains("./usr/share/zsh/vendor-completions/_tidemark");
    try (Program manual =
        Program.of(
            new ProcessBuilder(
                "gzip", "-dc", installed.resolve("share/man/man1/tidemark.1.gz").toString()),
            folder.resolve("manual.txt"))) {
      assertThat(manual.exit()).isZero();
      assertThat(manual.printed()).contains("TIDEMARK TT-SHM", "TIDEMARK BROKER");
    }
  }

  private String listed(String... command) throws Exception {
    try (Program listing = Program.of(new ProcessBuilder(command), folder.resolve("list.txt"))) {
      assertThat(listing.exit()).describedAs(listing.complained()).isZero();
      return listing.printed();
    }
  }

  @Test
  void theBillOfMaterialsHoldsEachFileThatRuns() throws Exception {
    JsonNode bill = new JsonMapper().readTree(installed.resolve("sbom.cdx.json"));
    Map<String, String> listed = new TreeMap<>();
    for (JsonNode component : bill.path("components")) {
      assertThat(component.at("/licenses/0").size()).isOne();
      assertThat(component.path("version").asString()).isNotEmpty();
      listed.put(
          component.at("/properties/0/value").asString(),
          component.at("/hashes/0/content").asString());
    }
    Map<String, String> shipped = new TreeMap<>();
    for (Path file : files().keySet()) {
      String name = installed.relativize(file).toString();
      if (name.matches(
              "lib/tidemark/((tidemark|ingest).jar|lib/.*|native/.*|runtime/lib/(modules|server/libjvm.so))")
          && Files.isRegularFile(file)) {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
        shipped.put(name, HexFormat.of().formatHex(hash));
      }
    }
    assertThat(listed).isEqualTo(shipped).hasSizeGreaterThan(70);
  }
}
