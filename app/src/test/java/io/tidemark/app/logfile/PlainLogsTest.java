package io.tidemark.app.logfile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import io.tidemark.model.Refusal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainLogsTest {

  private static final InputStream NONE = InputStream.nullInputStream();

  @TempDir Path folder;

  private interface Packing {
    OutputStream of(OutputStream out) throws IOException;
  }

  private Path packed(String name, Packing packing, String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = packing.of(bytes)) {
      out.write(text.getBytes(UTF_8));
    }
    return Files.write(folder.resolve(name), bytes.toByteArray());
  }

  private static PlainLogs plain(InputStream stdin, Object... logs) throws IOException {
    return PlainLogs.of(
        Arrays.stream(logs).map(Object::toString).toList(), stdin, Progress.hidden());
  }

  @Test
  void compressedLogsAndStandardInputAreReadAsText() throws IOException {
    Path gzip = packed("a.log.gz", GZIPOutputStream::new, "of gzip\n");
    Files.setLastModifiedTime(gzip, FileTime.fromMillis(86_400_000));
    Path zstd = packed("b.log.zst", ZstdOutputStream::new, "of zstd\n");
    Path text = Files.writeString(folder.resolve("c.log"), "of text\n");
    InputStream stdin = new ByteArrayInputStream("of a pipe\n".getBytes(UTF_8));
    List<Path> files;
    try (PlainLogs plain = plain(stdin, gzip, zstd, text, "-")) {
      files = plain.names().stream().map(Path::of).toList();
      assertThat(files.get(0)).hasFileName("a.log").hasContent("of gzip");
      assertThat(Files.getLastModifiedTime(files.get(0)))
          .isEqualTo(FileTime.fromMillis(86_400_000));
      assertThat(files.get(1)).hasFileName("b.log").hasContent("of zstd");
      assertThat(files.get(2)).isEqualTo(text);
      assertThat(files.get(3)).hasFileName("stdin").hasContent("of a pipe");
      assertThat(files.get(0).getParent())
          .as("files of one folder stay together")
          .isEqualTo(files.get(1).getParent())
          .hasFileName(folder.getFileName().toString());
    }
    assertThat(files.get(0)).doesNotExist();
    assertThat(files.get(3)).doesNotExist();
    assertThat(text).exists();
  }

  @Test
  void aRunOfACompressedLogKeepsItsNumber() throws IOException {
    Path gzip = packed("a.log.gz", GZIPOutputStream::new, "of gzip\n");
    try (PlainLogs plain = plain(NONE, gzip + "#2", "no/such.log", "*.log", folder)) {
      assertThat(plain.names().get(0)).endsWith("/a.log#2");
      assertThat(plain.names().subList(1, 4))
          .containsExactly("no/such.log", "*.log", folder.toString());
    }
  }

  @Test
  void theSameNamePackedTwiceIsTwoFiles() throws IOException {
    Path gzip = packed("a.log.gz", GZIPOutputStream::new, "one\n");
    Path zstd = packed("a.log.zst", ZstdOutputStream::new, "two\n");
    try (PlainLogs plain = plain(NONE, gzip, zstd)) {
      assertThat(Path.of(plain.names().get(0))).hasContent("one");
      assertThat(Path.of(plain.names().get(1))).hasContent("two");
    }
  }

  @Test
  void aBombIsRefusedBeforeItFillsTheDisk() throws IOException {
    PlainLogs.Bound bound = new PlainLogs.Bound(1 << 20, 100);
    String zeros = "0".repeat(2 << 20);
    List<String> bomb = List.of(packed("bomb.gz", GZIPOutputStream::new, zeros).toString());
    assertThatThrownBy(() -> PlainLogs.of(bomb, NONE, Progress.hidden(), bound))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("unpacks to more than 1,048,576 B and 100 times its size");
    List<String> small =
        List.of(packed("small.gz", GZIPOutputStream::new, zeros.substring(0, 1 << 20)).toString());
    try (PlainLogs plain = PlainLogs.of(small, NONE, Progress.hidden(), bound)) {
      assertThat(Path.of(plain.names().get(0))).hasSize(1 << 20);
    }
  }

  @Test
  void aCutFileAndASecondPipeAreRefused() throws IOException {
    for (Path whole :
        List.of(
            packed("a.gz", GZIPOutputStream::new, "some text to be cut\n"),
            packed("a.zst", ZstdOutputStream::new, "some text to be cut\n"))) {
      byte[] bytes = Files.readAllBytes(whole);
      Files.write(whole, Arrays.copyOf(bytes, bytes.length - 4));
      assertThatThrownBy(() -> plain(NONE, whole))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("cannot be unpacked");
    }
    assertThatThrownBy(() -> plain(NONE, "-", "-")).hasMessageContaining("twice");
  }
}
