package io.tidemark.app.shipped;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A shipped library.
 *
 * @param name group and artifact, separated by a colon
 */
record Artifact(String name, String version) implements Comparable<Artifact> {

  /**
   * {@code group:artifact:version}, or as Maven lists it: {@code group:artifact:jar:version:scope}.
   */
  private static final Pattern LINE =
      Pattern.compile("\\s*([\\w.-]+:[\\w.-]+):(?:jar:)?([\\w.-]+)(?::\\w+)?(?: --.*)?");

  /** The artifacts in a list, either Maven's or the reviewed one; other lines are headings. */
  static SortedSet<Artifact> read(Path list) throws IOException {
    SortedSet<Artifact> artifacts = new TreeSet<>();
    for (String line : Files.readAllLines(list)) {
      Matcher artifact = LINE.matcher(line);
      if (artifact.matches()) {
        artifacts.add(new Artifact(artifact.group(1), artifact.group(2)));
      }
    }
    return artifacts;
  }

  String file() {
    return "%s-%s.jar".formatted(name.substring(name.indexOf(':') + 1), version);
  }

  @Override
  public int compareTo(Artifact other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return name + ":" + version;
  }
}
