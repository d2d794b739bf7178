package io.tidemark.ingest.find;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Recognises files that are not plain text: compressed logs, and UTF-16 text. A compressed log was
 * rotated, so its lines were read before.
 */
final class Compressed {

  private static final List<String> ENDINGS =
      List.of(".gz", ".xz", ".zst", ".bz2", ".zip", ".lz4", ".lzma", ".z", ".7z");

  private Compressed() {}

  /** The kind of a named file by its first bytes; {@code null} for text. */
  static @Nullable String instead(Path path) {
    try (FileChannel file = FileChannel.open(path)) {
      return instead(file);
    } catch (IOException e) {
      // Missing or unreadable: the code that opens it reports that.
      return null;
    }
  }

  static @Nullable String instead(FileChannel file) throws IOException {
    byte[] first = new byte[4];
    int length = Math.max(0, file.read(ByteBuffer.wrap(first), 0));
    if (length < 2) {
      return null;
    }
    int two = (first[0] & 0xff) << 8 | (first[1] & 0xff);
    return switch (two) {
      case 0x1f8b -> "is compressed (gzip)";
      case 0x28b5 -> "is compressed (zstd)";
      case 0xfd37 -> "is compressed (xz)";
      case 0x425a -> first[2] == 'h' ? "is compressed (bzip2)" : null;
      case 0x504b -> first[2] == 3 && first[3] == 4 ? "is compressed (zip)" : null;
      case 0xfffe, 0xfeff -> "is in UTF-16";
      default -> null;
    };
  }

  static boolean is(Path path) {
    return ending(path) != null;
  }

  /** The end of a name that a compressed file has; {@code null} for another name. */
  static @Nullable String ending(Path path) {
    String name = path.toString().toLowerCase(Locale.ROOT);
    return ENDINGS.stream().filter(name::endsWith).findFirst().orElse(null);
  }
}
