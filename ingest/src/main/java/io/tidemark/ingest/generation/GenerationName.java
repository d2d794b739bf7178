package io.tidemark.ingest.generation;

import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.Fingerprint;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a generation: its source, number and id. The id is a hash of source, number,
 * inode and first line. So two tailers that know the same generations give the next one the same
 * id.
 *
 * <p>The id is made when the first line has come, since an empty file has no first line.
 */
public final class GenerationName {

  private static final Pattern INODE = Pattern.compile("ino=(\\d+)");

  private final String source;
  private final @Nullable Path home;
  private final Map<String, String> labels;
  private final long number;
  private final Kept kept;
  private @Nullable String id;

  /** Whether it has a stored position. */
  private enum Kept {
    YES,
    NOT_YET
  }

  private GenerationName(Source source, long number, @Nullable String id, Kept kept) {
    this.source = source.name();
    this.home = source.home();
    this.labels = source.labels();
    this.number = number;
    this.id = id;
    this.kept = kept;
  }

  /** A generation with a given id and no stored position yet. */
  public static GenerationName begun(Source source, long number, String id) {
    return new GenerationName(source, number, id, Kept.NOT_YET);
  }

  public static GenerationName next(Source source, long number) {
    return new GenerationName(source, number, null, Kept.NOT_YET);
  }

  public static GenerationName known(Source source, long number, String id) {
    return new GenerationName(source, number, id, Kept.YES);
  }

  /** Whether it has a stored position. */
  boolean isKept() {
    return kept == Kept.YES;
  }

  String source() {
    return source;
  }

  /** URI of the log's own path, under whatever name the file is now. */
  @Nullable String homeUri() {
    return home == null ? null : home.toUri().toString();
  }

  /** The labels that the log's path states. */
  Map<String, String> labels() {
    return labels;
  }

  long number() {
    return number;
  }

  /** The id; {@code null} before the first line has come. */
  public @Nullable String id() {
    return id;
  }

  /** Returns the id, and makes it from the file and these first bytes if there is none yet. */
  public String id(ByteSource file, byte[] first) {
    String made = id;
    if (made == null) {
      made = make(file, first);
      id = made;
    }
    return made;
  }

  private String make(ByteSource file, byte[] first) {
    int line = 0;
    while (line < Math.min(first.length, Fingerprint.BYTES) && first[line] != '\n') {
      line++;
    }
    String key = file.fileKey();
    // The device number is left out, since it differs between hosts that mount the same file
    // system.
    Matcher inode = INODE.matcher(key == null ? "" : key);
    String of = source + "\n" + number + "\n" + (inode.find() ? inode.group(1) : key) + "\n";
    byte[] named = of.getBytes(StandardCharsets.UTF_8);
    byte[] all = Arrays.copyOf(named, named.length + line);
    System.arraycopy(first, 0, all, named.length, line);
    return Fingerprint.hash(all);
  }
}
