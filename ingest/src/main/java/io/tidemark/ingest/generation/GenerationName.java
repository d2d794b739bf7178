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
 * The identity of a generation: its source, number and id. The id is a hash of source, number,
 * inode and first line. So two tailers that know the same generations give the next one the same
 * id.
 *
 * <p>The id is made when the file is claimed, from what it holds then, which may be nothing.
 */
public final class GenerationName {

  private static final Pattern INODE = Pattern.compile("ino=(\\d+)");

  private final Source log;
  private final long number;
  private final Kept kept;
  private @Nullable Predecessor predecessor;
  private @Nullable String id;
  private @Nullable String follows;

  /** Finds what a new generation follows when its first line has come. */
  public interface Predecessor {

    /**
     * The id of the generation before this one, if the log was rotated between the two; else {@code
     * null}.
     */
    @Nullable String of(GenerationName name, ByteSource file);
  }

  /** Whether it has a stored position. */
  private enum Kept {
    YES,
    NOT_YET
  }

  private GenerationName(
      Source source,
      long number,
      @Nullable String id,
      Kept kept,
      @Nullable Predecessor predecessor) {
    this.log = source;
    this.number = number;
    this.id = id;
    this.kept = kept;
    this.predecessor = predecessor;
  }

  /** A generation with a given id and no stored position yet. */
  public static GenerationName begun(Source source, long number, String id) {
    return new GenerationName(source, number, id, Kept.NOT_YET, null);
  }

  public static GenerationName next(Source source, long number, Predecessor predecessor) {
    return new GenerationName(source, number, null, Kept.NOT_YET, predecessor);
  }

  /**
   * A generation with a stored position.
   *
   * @param follows what it follows, as far as that was stored
   * @param predecessor {@code null} once a line was shipped
   */
  public static GenerationName known(
      Source source,
      long number,
      String id,
      @Nullable String follows,
      @Nullable Predecessor predecessor) {
    GenerationName name = new GenerationName(source, number, id, Kept.YES, predecessor);
    name.follows = follows;
    return name;
  }

  /** Whether it has a stored position. */
  boolean isKept() {
    return kept == Kept.YES;
  }

  String source() {
    return log.name();
  }

  /** The log of which it is a generation. */
  public Source log() {
    return log;
  }

  /** URI of the log's own path, under whatever name the file is now. */
  @Nullable String homeUri() {
    Path home = log.homeOrNull();
    return home == null ? null : home.toUri().toString();
  }

  public long number() {
    return number;
  }

  /** The id; {@code null} before the file is claimed. */
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

  /**
   * Finds what it follows, once its first line has come: only then are the files before it read to
   * their ends.
   */
  void begin(ByteSource file) {
    Predecessor unknown = predecessor;
    if (unknown != null) {
      predecessor = null;
      follows = unknown.of(this, file);
    }
  }

  /** The id of the generation that it follows, of the same runs; {@code null} for none. */
  @Nullable String follows() {
    return follows;
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
    String of = log.name() + "\n" + number + "\n" + (inode.find() ? inode.group(1) : key) + "\n";
    byte[] named = of.getBytes(StandardCharsets.UTF_8);
    byte[] all = Arrays.copyOf(named, named.length + line);
    System.arraycopy(first, 0, all, named.length, line);
    return Fingerprint.hash(all);
  }
}
