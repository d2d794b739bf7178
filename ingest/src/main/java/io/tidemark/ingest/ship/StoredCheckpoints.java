package io.tidemark.ingest.ship;

import io.tidemark.model.TerminalText;
import io.tidemark.model.log.Position;
import io.tidemark.model.wire.Topics;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.exc.InvalidNullException;

/**
 * The positions that earlier tailers stored in {@code tidemark.positions}. Writers of that topic
 * are not trusted with what is read: an invalid record is skipped with a {@link Reason}, and never
 * stops the reading. A sound record keeps its name, see SECURITY.md.
 */
public final class StoredCheckpoints {

  static final Duration PATIENCE = Duration.ofSeconds(15);
  static final int MAX_BYTES = 64 * 1024;
  private static final int MAX_SOURCE_CHARS = 512;
  private static final int MAX_SHOWN_CHARS = 120;
  private static final Pattern MARKER =
      Pattern.compile(
          "rewritten|(unread[1-9][0-9]{0,17}:)?[0-9a-f]{32}|head([0-9]|[1-9][0-9]{1,2}|10[01][0-9]|102[0-4]):[0-9a-f]{32}");

  /** The id travels as a header of every slice, so it must be plain and short. */
  private static final Pattern GENERATION = Pattern.compile("[!-~]{1,255}");

  private static final Pattern PRINTS = Pattern.compile("[0-9a-f]{0,2000}@[0-9a-f]{32}");

  /**
   * The content of the topic.
   *
   * @param known positions by generation, the one written last coming last
   * @param refused skipped records
   */
  public record Read(Map<String, Position> known, List<Refused> refused) {
    public Read {
      // The order is significant.
      known = Collections.unmodifiableMap(new LinkedHashMap<>(known));
      refused = List.copyOf(refused);
    }
  }

  /**
   * A skipped record.
   *
   * @param key printable, cut to the length of a line
   */
  public record Refused(String key, Reason reason, long recordOffset) {}

  /** The reason why a record is skipped. */
  public enum Reason {
    /** Larger than any position that a tailer writes. */
    TOO_LARGE,
    /** Not JSON, or of another version. */
    UNREADABLE,
    /** A field is absent, or has a value that no tailer writes. */
    FIELD,
    /** Its URI is not an absolute file path. */
    PATH
  }

  private final Map<String, Position> known = new LinkedHashMap<>();
  private final List<Refused> refused = new ArrayList<>();

  /** Applies the next record; a later record of the same key replaces an earlier one. */
  void apply(ConsumerRecord<byte[], byte[]> next) {
    byte[] keyBytes = next.key();
    String key = keyBytes == null ? "" : new String(keyBytes, StandardCharsets.UTF_8);
    known.remove(key);
    if (next.value() == null) {
      return;
    }
    try {
      known.put(key, decoded(key, next));
    } catch (RefusedRecord e) {
      refused.add(new Refused(shown(key), e.reason, next.offset()));
    }
  }

  /** Reads all positions, within {@code patience}. */
  static Read read(Consumer<byte[], byte[]> consumer, Duration patience) {
    WholeTopic.partitions(consumer, Topics.LINES.name(), patience);
    StoredCheckpoints all = new StoredCheckpoints();
    WholeTopic.read(consumer, Topics.POSITIONS.name(), patience, all::apply);
    return all.read();
  }

  Read read() {
    return new Read(known, refused);
  }

  private static Position decoded(String key, ConsumerRecord<byte[], byte[]> next) {
    require(next.value().length <= MAX_BYTES && key.length() <= MAX_SOURCE_CHARS, Reason.TOO_LARGE);
    Position position = parsed(next);
    require(fieldsAreSound(position), Reason.FIELD);
    require(
        position.file().fileKey() == null
            ? position.file().uri().equals("-")
            : isFile(position.file().uri()),
        Reason.PATH);
    Position.Lineage lineage = position.lineage();
    require(isSound(lineage), Reason.FIELD);
    String home = lineage.home();
    require((home == null) == (position.file().fileKey() == null), Reason.FIELD);
    require(home == null || isFile(home), Reason.PATH);
    require(GENERATION.matcher(key).matches(), Reason.FIELD);
    return position;
  }

  private static Position parsed(ConsumerRecord<byte[], byte[]> next) {
    Position position;
    try {
      position =
          Topics.POSITIONS
              .value()
              .deserializer()
              .deserialize(next.topic(), next.headers(), next.value());
    } catch (RuntimeException e) {
      boolean missing = e.getCause() instanceof InvalidNullException;
      throw new RefusedRecord(missing ? Reason.FIELD : Reason.UNREADABLE);
    }
    if (position == null) {
      throw new RefusedRecord(Reason.UNREADABLE);
    }
    return position;
  }

  private static boolean fieldsAreSound(Position position) {
    return !position.source().isBlank()
        && position.source().length() <= MAX_SOURCE_CHARS
        && position.source().codePoints().noneMatch(TerminalText::steers)
        && position.offset() >= 0
        && position.lines() >= 0
        && MARKER.matcher(position.marker()).matches();
  }

  private static boolean isSound(Position.@Nullable Lineage lineage) {
    return lineage != null
        && lineage.number() >= 0
        && lineage.number() < Long.MAX_VALUE / 2
        && PRINTS.matcher(lineage.prints()).matches()
        && (lineage.follows() == null || GENERATION.matcher(lineage.follows()).matches());
  }

  private static boolean isFile(String uri) {
    try {
      Path path = Path.of(URI.create(uri));
      return uri.startsWith("file:")
          && path.isAbsolute()
          && path.equals(path.normalize())
          && path.getNameCount() > 0;
    } catch (RuntimeException e) {
      // Path and URI throw many kinds of exceptions; each means that the path is invalid.
      return false;
    }
  }

  private static void require(boolean sound, Reason reason) {
    if (!sound) {
      throw new RefusedRecord(reason);
    }
  }

  private static String shown(String key) {
    StringBuilder shown = new StringBuilder();
    key.codePoints()
        .limit(MAX_SHOWN_CHARS)
        .forEach(
            c -> {
              boolean plain = c >= ' ' && c <= '~';
              shown.append(plain ? Character.toString(c) : "\\u%04x".formatted(c));
            });
    return shown.toString();
  }

  private static final class RefusedRecord extends RuntimeException {
    private final Reason reason;

    RefusedRecord(Reason reason) {
      super(reason.name(), null, false, false);
      this.reason = reason;
    }
  }
}
