package io.tidemark.app.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each known log comes to what {@code .ci/oracle.txt} says. {@code -Dtidemark.golden=write} writes
 * that file and begins the line of the reason, which is then completed by hand.
 */
class OracleTest {

  private static final Path FILE = Samples.root().resolve(".ci/oracle.txt");
  private static final boolean WRITE = "write".equals(System.getProperty("tidemark.golden"));

  @TempDir private Path folder;

  @Test
  void eachLogOfTheProjectComesToWhatItCameToBefore() throws IOException {
    compare(OracleLogs.own(), OracleLogs.OWN, true);
  }

  /** A log there may be new, gone or another text since the file was written. */
  @Test
  void eachSampleAndCaseComesToWhatItCameToBefore() throws IOException {
    Path samples = Samples.path("SOURCES.md").getParent();
    compare(OracleLogs.shared(samples), OracleLogs.SHARED, false);
  }

  @Test
  void theNewestChangeHasAReason() throws IOException {
    assertThat(OracleFile.read(FILE).isExplained())
        .as("the newest reason of %s has the hash of the lines as they are, and words", FILE)
        .isTrue();
  }

  /**
   * @param whole whether the file must know just these logs, with these texts
   */
  private void compare(SortedMap<String, byte[]> texts, List<String> kinds, boolean whole)
      throws IOException {
    OracleFile file = OracleFile.read(FILE);
    SortedMap<String, Oracle> before = new TreeMap<>(file.logs());
    before.keySet().removeIf(name -> !kinds.contains(name.substring(0, name.indexOf('/'))));
    file.logs().keySet().removeAll(before.keySet());
    List<String> changed = new ArrayList<>();
    int unknown = 0;
    for (Map.Entry<String, byte[]> text : texts.entrySet()) {
      Oracle now = Oracle.of(text.getKey(), text.getValue(), folder);
      file.logs().put(now.name(), now);
      Oracle then = before.remove(now.name());
      if (then != null && (whole || then.text().equals(now.text()))) {
        List<String> parts = now.changed(then);
        if (!parts.isEmpty()) {
          changed.add(now.name() + ": " + String.join(", ", parts));
        }
      } else if (whole) {
        changed.add(now.name() + ": not in the file");
      } else {
        unknown++;
      }
    }
    if (WRITE) {
      file.write(FILE);
      return;
    }
    System.out.printf(
        "oracle: %d logs read; %d not in %s or with another text there, %d of it not here%n",
        texts.size(), unknown, FILE.getFileName(), before.size());
    if (whole) {
      before.keySet().forEach(name -> changed.add(name + ": not here"));
    }
    assertThat(changed)
        .as("logs that differ from %s, and their parts; -Dtidemark.golden=write writes it", FILE)
        .isEmpty();
  }
}
