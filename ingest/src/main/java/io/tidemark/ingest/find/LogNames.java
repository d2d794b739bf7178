package io.tidemark.ingest.find;

import io.tidemark.model.TerminalText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** Candidate names of a log: its file name, preceded by more and more of its folders. */
public final class LogNames {

  /** Longer names are cut and end in a hash, which keeps them unique. */
  public static final int MAX_CHARS = 128;

  private LogNames() {}

  /** All names of the log at this absolute path, the shortest first. The last one is unique. */
  public static List<String> of(Path home) {
    Stream<String> trailing =
        IntStream.range(0, home.getNameCount()).mapToObj(folders -> trailing(home, folders));
    String own = TerminalText.of(home.toString()) + "~" + hash(home.toUri().toString());
    return Stream.concat(trailing, Stream.of(cut(own))).toList();
  }

  /** A name that the path states, and the same name with a hash of the path, which is unique. */
  public static List<String> of(String stated, Path home) {
    return List.of(cut(stated), cut(stated + "~" + hash(home.toUri().toString())));
  }

  /** A file's name without its extension, which the names of its rotated files begin with, too. */
  public static String stem(String name) {
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }

  private static String trailing(Path path, int folders) {
    int names = path.getNameCount();
    return cut(TerminalText.of(path.subpath(names - 1 - folders, names).toString()));
  }

  private static String cut(String name) {
    if (name.length() <= MAX_CHARS) {
      return name;
    }
    String hash = "~" + hash(name);
    return name.substring(0, MAX_CHARS - hash.length()) + hash;
  }

  private static String hash(String text) {
    CRC32 crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return "%08x".formatted(crc.getValue());
  }
}
