package io.tidemark.ingest.generation;

import io.tidemark.ingest.content.ByteSource;
import io.tidemark.ingest.content.Fingerprint;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whose lines these are. The id is made of the file and of the generation's number, so that two
 * tailers that know the same generations give the next one the same id. It is made when the first
 * line has come: a file that grows from empty has no head before.
 */
public final class GenerationName {

  private static final Pattern INODE = Pattern.compile("ino=(\\d+)");

  private final String source;
  private final @Nullable Path home;
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
    this.number = number;
    this.id = id;
    this.kept = kept;
  }

  /** One with an id of its own and no stored position yet. */
  public static GenerationName begun(Source source, long number, String id) {
    return new GenerationName(source, number, id, Kept.NOT_YET);
  }

  public static GenerationName next(Source source, long number) {
    return new GenerationName(source, number, null, Kept.NOT_YET);
  }

  public static GenerationName known(Source source, long number, String id) {
    return new GenerationName(source, number, id, Kept.YES);
  }

  /** It has a stored position. */
  boolean isKept() {
    return kept == Kept.YES;
  }

  String source() {
    return source;
  }

  /** Of the log itself, whatever the file is called now. */
  @Nullable String homeUri() {
    return home == null ? null : home.toUri().toString();
  }

  long number() {
    return number;
  }

  /** {@code null} before the first line has come. */
  public @Nullable String id() {
    return id;
  }

  /** The id of a generation in this file that begins with these bytes. */
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
    // The device's number is another on every host that mounts it.
    Matcher inode = INODE.matcher(key == null ? "" : key);
    String of = source + "\n" + number + "\n" + (inode.find() ? inode.group(1) : key) + "\n";
    byte[] named = of.getBytes(StandardCharsets.UTF_8);
    byte[] all = Arrays.copyOf(named, named.length + line);
    System.arraycopy(first, 0, all, named.length, line);
    return Fingerprint.hash(all);
  }
}
