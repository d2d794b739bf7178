package io.tidemark.app.shipped;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.artifact.versioning.DefaultArtifactVersion;
import org.apache.maven.artifact.versioning.InvalidVersionSpecificationException;
import org.apache.maven.artifact.versioning.VersionRange;

/**
 * A known flaw of a library.
 *
 * @param artifact group and artifact, separated by a colon
 * @param fixed first fixed version; empty if there is none
 * @param ids one or more, separated by blanks
 * @param accepted reason why an affected version may be shipped, else empty
 */
record Advisory(
    String artifact,
    VersionRange affected,
    String fixed,
    String ids,
    String flaw,
    String found,
    String accepted) {

  /** The advisories of a tab-separated file; lines that start with # are comments. */
  static List<Advisory> read(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> !line.startsWith("#"))
        .map(Advisory::parse)
        .toList();
  }

  private static Advisory parse(String line) {
    String[] columns = line.split("\t", -1);
    if (columns.length != 7) {
      throw new IllegalArgumentException("%d columns, want 7: %s".formatted(columns.length, line));
    }
    try {
      VersionRange affected = VersionRange.createFromVersionSpec(columns[1]);
      return new Advisory(
          columns[0], affected, columns[2], columns[3], columns[4], columns[5], columns[6]);
    } catch (InvalidVersionSpecificationException e) {
      throw new IllegalArgumentException("no version range: " + line, e);
    }
  }

  boolean affects(Artifact shipped) {
    return shipped.name().equals(artifact) && covers(shipped.version());
  }

  boolean covers(String version) {
    return affected.containsVersion(new DefaultArtifactVersion(version));
  }

  /** The message of a build that ships this artifact. */
  String against(Artifact shipped) {
    return "%s: %s %s Fixed in %s.".formatted(shipped, ids, flaw, fixed.isEmpty() ? "none" : fixed);
  }
}
