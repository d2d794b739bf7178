package io.tidemark.ingest.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackedTest {

  private static final byte[] TEXT = "one line of a log\n".repeat(20_000).getBytes(UTF_8);

  @TempDir Path folder;

  private Path file(String name, byte[] content) throws IOException {
    return Files.write(folder.resolve(name), content);
  }

  private static byte[] gzip(byte[] text) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(text);
    }
    return packed.toByteArray();
  }

  private static byte[] zstd(byte[] text, int windowLog) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (ZstdOutputStream out = new ZstdOutputStream(packed)) {
      out.setLong(windowLog);
      out.write(text);
    }
    return packed.toByteArray();
  }

  private static byte[] unpacked(Path file) throws IOException {
    FileChannel packed = FileChannel.open(file);
    try (FileChannel plain = Unpacked.of(file, packed)) {
      return FileSource.bytesAt(plain, 0, (int) plain.size());
    } finally {
      assertThat(packed.isOpen()).isFalse();
    }
  }

  @Test
  void bothFormatsGiveTheTextAndCloseThePackedFile() throws IOException {
    assertThat(unpacked(file("a.log.1.gz", gzip(TEXT)))).isEqualTo(TEXT);
    assertThat(unpacked(file("a.log.1.zst", zstd(TEXT, 20)))).isEqualTo(TEXT);
  }

  @Test
  void aFileThatIsNotWholeIsRefusedAndClosed() throws IOException {
    byte[] packed = gzip(TEXT);
    Path half = file("a.log.1.gz", Arrays.copyOf(packed, packed.length / 2));
    assertThatThrownBy(() -> unpacked(half)).isInstanceOf(EOFException.class);
  }

  @Test
  void aWindowThatWouldFillTheMemoryIsRefused() throws IOException {
    Path wide = file("a.log.1.zst", zstd(new byte[100 << 20], 27));
    assertThatThrownBy(() -> unpacked(wide)).hasMessageContaining("too much memory");
  }
}
