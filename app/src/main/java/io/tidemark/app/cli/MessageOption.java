package io.tidemark.app.cli;

import io.tidemark.analysis.message.Catalogue;
import io.tidemark.model.ByteSize;
import io.tidemark.model.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** Message files of writers that Tidemark does not know. */
final class MessageOption {

  /** Sixty times as much as the files that Tidemark brings. */
  private static final int MOST_BYTES = 16 << 20;

  @Option(names = "--messages", paramLabel = "FILE|DIR")
  List<Path> paths = new ArrayList<>();

  /** The rows of Tidemark and of these files. */
  Catalogue catalogue() {
    if (paths.isEmpty()) {
      return Catalogue.BUILT_IN;
    }
    Map<String, byte[]> texts = new LinkedHashMap<>();
    for (Path path : paths) {
      try {
        read(path, texts);
      } catch (IOException e) {
        throw new Refusal("--messages %s: cannot be read, want a file or a folder".formatted(path));
      }
    }
    try {
      return Catalogue.builtInAnd(texts);
    } catch (IllegalArgumentException e) {
      throw new Refusal("--messages " + e.getMessage());
    }
  }

  private static void read(Path path, Map<String, byte[]> texts) throws IOException {
    if (!Files.isDirectory(path)) {
      texts.put(path.toString(), bytes(path));
      return;
    }
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(path, "*.toml")) {
      all.forEach(files::add);
    }
    if (files.isEmpty()) {
      throw new Refusal("--messages %s: the folder holds no file *.toml".formatted(path));
    }
    files.sort(null);
    for (Path file : files) {
      texts.put(file.toString(), bytes(file));
    }
  }

  private static byte[] bytes(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] text = in.readNBytes(MOST_BYTES + 1);
      if (text.length > MOST_BYTES) {
        throw new Refusal(
            "--messages %s: larger than %s, want a file of messages"
                .formatted(file, ByteSize.text(MOST_BYTES)));
      }
      return text;
    }
  }
}
