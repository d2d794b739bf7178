package io.tidemark.ingest.rotation;

import io.tidemark.ingest.content.FileShape;
import io.tidemark.ingest.find.LogNames;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Recognises the names that a log is rotated to. These have a number or a date after the name or
 * before its extension ({@code a.log.1}, {@code a.log-20260821}, {@code a-3.log}), or a backup
 * extension ({@code a.log.bak}, {@code a.log.old}, {@code a.log~}). Only the content of such a file
 * shows whether it belongs to the log.
 */
final class RotatedNames {

  private static final String NUMBER = "[._-]\\d[\\dT:._+-]*";
  private static final String BACKUP = "[._-](?:bak|old|orig|save|prev)\\d*|~";

  /** Endings of the compressors that keep a file's time of change. */
  private static final Set<String> COMPRESSED = Set.of(".gz", ".xz", ".zst", ".bz2", ".lz4");

  private static final Pattern APPENDED =
      Pattern.compile("(.+?)(?:%s)?(?:%s)?".formatted(NUMBER, BACKUP));

  private RotatedNames() {}

  static Pattern of(String name) {
    String stem = Pattern.quote(LogNames.stem(name));
    String ending = Pattern.quote(name.substring(LogNames.stem(name).length()));
    String all = Pattern.quote(name);
    return Pattern.compile(
        "%s(?:%s)(?:%s)?|%s(?:%s)|%s(?:%s|%s)%s"
            .formatted(all, NUMBER, BACKUP, all, BACKUP, stem, NUMBER, BACKUP, ending));
  }

  /**
   * Names of files that a link's target was rotated to. A target whose name is a number, as those
   * of containers, also follows the targets with lower numbers.
   */
  static Pattern ofTarget(String name) {
    String rotated = of(name).pattern();
    return Pattern.compile(
        isNumber(LogNames.stem(name))
            ? "%s|\\d+%s(?:%s)?"
                .formatted(
                    rotated, Pattern.quote(name.substring(LogNames.stem(name).length())), NUMBER)
            : rotated);
  }

  /** The name that a compressed file had; {@code null} for another file. */
  static @Nullable String uncompressed(String name) {
    int dot = name.lastIndexOf('.');
    return dot > 0 && COMPRESSED.contains(name.substring(dot)) ? name.substring(0, dot) : null;
  }

  /** The name before a rotation that appended to it; {@code null} for another file. */
  static @Nullable String homeOf(String name) {
    String plain = Objects.requireNonNullElse(uncompressed(name), name);
    Matcher rotated = APPENDED.matcher(plain);
    return rotated.matches() && !rotated.group(1).equals(name) ? rotated.group(1) : null;
  }

  static boolean isNumber(String stem) {
    return stem.chars().allMatch(Character::isDigit);
  }

  /** Orders two files changed at the same time: the one with the higher number is older. */
  static int byAge(FileShape one, FileShape other) {
    String first = one.path().toString();
    String second = other.path().toString();
    return first.length() == second.length()
        ? second.compareTo(first)
        : Integer.compare(second.length(), first.length());
  }
}
