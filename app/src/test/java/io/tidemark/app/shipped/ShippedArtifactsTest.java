package io.tidemark.app.shipped;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares the libraries that Maven resolves for the package with the reviewed list and known
 * flaws.
 */
class ShippedArtifactsTest {

  private static final Path REVIEWED = Samples.root().resolve("docs/artifacts.txt");
  private static final Path RESOLVED = Samples.root().resolve("app/target/artifacts.txt");

  private static List<Advisory> advisories() throws Exception {
    return Advisory.read(Samples.root().resolve("docs/advisories.tsv"));
  }

  private static List<String> refused(Collection<Artifact> shipped) throws Exception {
    return advisories().stream()
        .filter(advisory -> advisory.accepted().isEmpty())
        .flatMap(advisory -> shipped.stream().filter(advisory::affects).map(advisory::against))
        .toList();
  }

  @Test
  void noShippedVersionHasAnAdvisory() throws Exception {
    assertThat(refused(Artifact.read(RESOLVED))).isEmpty();
  }

  @Test
  void aNewOrChangedArtifactIsReviewed() throws Exception {
    SortedSet<Artifact> resolved = Artifact.read(RESOLVED);
    SortedSet<Artifact> reviewed = Artifact.read(REVIEWED);
    Files.write(
        RESOLVED.resolveSibling("artifacts.reviewed.txt"),
        resolved.stream().map(Artifact::toString).toList());
    assertThat(Stream.concat(only("+", resolved, reviewed), only("-", reviewed, resolved)))
        .describedAs(
            "shipped without review (+), reviewed but not shipped (-); once reviewed:%n"
                + "cp app/target/artifacts.reviewed.txt docs/artifacts.txt")
        .isEmpty();
  }

  /** The packages name them in their bill of materials. */
  @Test
  void theLicenceOfEachArtifactIsListed() throws Exception {
    assertThat(Files.readAllLines(REVIEWED.resolveSibling("licences.txt")))
        .allMatch(line -> line.matches("\\S+ [\\w.-]+( OR [\\w.-]+)*"))
        .map(line -> line.substring(0, line.indexOf(' ')))
        .containsExactlyElementsOf(Artifact.read(REVIEWED).stream().map(Artifact::name).toList());
  }

  private static Stream<String> only(String sign, Set<Artifact> these, Set<Artifact> others) {
    return these.stream()
        .filter(artifact -> !others.contains(artifact))
        .map(artifact -> sign + " " + artifact);
  }

  @Test
  void theVersionsThatKafkaBringsAreRefusedByNameAndFix() throws Exception {
    assertThat(
            refused(Set.of(new Artifact("com.fasterxml.jackson.core:jackson-databind", "2.21.2"))))
        .hasSizeGreaterThan(5)
        .anySatisfy(
            refusal ->
                assertThat(refusal)
                    .startsWith("com.fasterxml.jackson.core:jackson-databind:2.21.2: ")
                    .contains("CVE-2026-68497", "Fixed in 2.21.6, 2.22.2."));
    assertThat(refused(Set.of(new Artifact("com.github.luben:zstd-jni", "1.5.6-10")))).hasSize(6);
    assertThat(refused(Set.of(new Artifact("at.yawk.lz4:lz4-java", "1.10.2")))).hasSize(2);
  }

  @Test
  void versionsAreOrderedAsMavenOrdersThem() throws Exception {
    Artifact artifact = new Artifact("com.github.luben:zstd-jni", "1.5.7-9");
    Advisory advisory =
        advisories().stream().filter(one -> one.affects(artifact)).findFirst().orElseThrow();

    assertThat(advisory.covers("1.5.6-10")).isTrue();
    assertThat(advisory.covers("1.5.7-13")).isTrue();
    assertThat(advisory.covers("1.5.7-14")).isFalse();
    assertThat(advisory.covers("1.5.7-100")).isFalse();
    assertThat(advisory.covers("1.5.10")).isFalse();
  }

  @Test
  void anAdvisoryNamesWhatFixesItOrWhyItIsAccepted() throws Exception {
    for (Advisory advisory : advisories()) {
      assertThat(advisory.ids().split(" ", -1))
          .allMatch(id -> id.matches("GHSA(-[0-9a-z]{4}){3}|CVE-\\d{4}-\\d+"));
      assertThat(advisory.found()).matches("\\d{4}-\\d{2}-\\d{2}");
      assertThat(advisory.flaw()).endsWith(".");
      assertThat(advisory.fixed() + advisory.accepted()).isNotEmpty();
      for (String fixed : advisory.fixed().split(", ", -1)) {
        assertThat(advisory.covers(fixed)).describedAs("%s in %s", fixed, advisory).isFalse();
      }
    }
  }
}
