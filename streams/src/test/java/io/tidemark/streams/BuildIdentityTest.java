package io.tidemark.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.BuildVersion;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildIdentityTest {

  @TempDir Path folder;

  private Path classes(String name, String content) throws IOException {
    Path classes = Files.createDirectories(folder.resolve(name).resolve("io"));
    Files.writeString(classes.resolve("A.class"), content);
    return folder.resolve(name);
  }

  private Path jar(String name, String content, long millis) throws IOException {
    Path jar = folder.resolve(name);
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      ZipEntry entry = new ZipEntry("io/A.class");
      entry.setLastModifiedTime(FileTime.fromMillis(millis));
      zip.putNextEntry(entry);
      zip.write(content.getBytes(UTF_8));
    }
    return jar;
  }

  private static String of(Path... places) {
    return BuildIdentity.of("1.0", List.of(places));
  }

  @Test
  void anotherBuildOfTheSameVersionIsAnotherBuild() throws IOException {
    assertThat(of(classes("a", "one"))).isNotEqualTo(of(classes("b", "two"))).startsWith("1.0+");
    assertThat(of(jar("a.jar", "one", 0))).isNotEqualTo(of(jar("b.jar", "two", 0)));
  }

  @Test
  void theSameClassesBuiltAgainAreTheSameBuild() throws IOException {
    assertThat(of(classes("a", "one"))).isEqualTo(of(classes("b", "one")));
    assertThat(of(jar("a.jar", "one", 0))).isEqualTo(of(jar("b.jar", "one", 1_000_000_000)));
  }

  @Test
  void whatCannotBeReadLeavesTheVersion() {
    assertThat(of(folder.resolve("missing.jar"))).isEqualTo("1.0");
  }

  @Test
  void thisBuildIsKnown() {
    assertThat(BuildIdentity.current())
        .startsWith(BuildVersion.current() + "+")
        .isEqualTo(BuildIdentity.current());
  }
}
