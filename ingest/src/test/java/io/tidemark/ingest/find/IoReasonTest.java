package io.tidemark.ingest.find;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IoReasonTest {

  @TempDir Path folder;

  private static String reasonAt(Path path) {
    IOException e =
        catchThrowableOfType(
            IOException.class, () -> Files.readAttributes(path, BasicFileAttributes.class));
    return IoReason.of(e);
  }

  @Test
  void linksThatLeadInACircleAreSaidSo() throws IOException {
    Path one = folder.resolve("one.log");
    Path other = Files.createSymbolicLink(folder.resolve("other.log"), one);
    Files.createSymbolicLink(one, other);
    assertThat(reasonAt(one)).isEqualTo("its links lead in a circle");
  }

  @Test
  void aFileInThePlaceOfAFolderIsSaidSo() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThat(reasonAt(file.resolve("a.log"))).isEqualTo("Not a directory");
  }

  @Test
  void anExceptionThatSaysNothingIsNamedByNoClass() {
    assertThat(IoReason.of(new IOException())).isEqualTo("the file system gives no reason");
    assertThat(IoReason.of(new IOException("Input/output error"))).isEqualTo("Input/output error");
  }
}
