package io.tidemark.ingest.follow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the files that a log was rotated to: beside it, under its name with a number or a date
 * after it or before its ending ({@code a.log.1}, {@code a.log-20260821}, {@code a-3.log}). Which
 * of them are lives that nobody saw is told by their time of birth.
 */
final class RotatedNames {

  private static final String NUMBER = "[._-]\\d[\\dT:._-]*";

  private RotatedNames() {}

  static Pattern of(String name) {
    int dot = name.lastIndexOf('.');
    String stem = dot > 0 ? name.substring(0, dot) : name;
    String ending = dot > 0 ? name.substring(dot) : "";
    return Pattern.compile(
        "%s%s|%s%s%s"
            .formatted(
                Pattern.quote(name), NUMBER, Pattern.quote(stem), NUMBER, Pattern.quote(ending)));
  }

  /**
   * Rotated files of the log at {@code home}, the oldest first; none where {@code fromNanos} is 0,
   * since without the birth of what is known nothing tells the unknown.
   */
  static List<Path> bornBetween(Path home, long fromNanos, long untilNanos) throws IOException {
    if (fromNanos == 0) {
      return List.of();
    }
    record Born(Path path, long nanos) {}
    List<Born> found = new ArrayList<>();
    Pattern rotated = of(home.getFileName().toString());
    try (Stream<Path> beside = Files.list(home.resolveSibling(""))) {
      for (Path path : (Iterable<Path>) beside::iterator) {
        if (rotated.matcher(path.getFileName().toString()).matches()) {
          found.add(new Born(path, bornNanos(path)));
        }
      }
    }
    return found.stream()
        .filter(file -> file.nanos() >= fromNanos && file.nanos() <= untilNanos)
        .sorted(Comparator.comparing(Born::nanos).thenComparing(Born::path))
        .map(Born::path)
        .toList();
  }

  private static long bornNanos(Path path) throws IOException {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return attributes.isRegularFile() ? attributes.creationTime().to(TimeUnit.NANOSECONDS) : 0;
    } catch (NoSuchFileException e) {
      // Rotated on while we looked: the next look finds it under its next name.
      return 0;
    }
  }
}
