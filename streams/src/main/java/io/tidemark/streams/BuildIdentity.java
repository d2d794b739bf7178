package io.tidemark.streams;

import io.tidemark.analysis.LogAnalysis;
import io.tidemark.model.BuildVersion;
import io.tidemark.model.ParkedSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Identifies a build of the analysis by its version and a checksum of its classes, since all builds
 * between two releases have one version. Builds of the same sources are equal.
 */
final class BuildIdentity {

  private static final Logger LOG = LoggerFactory.getLogger(BuildIdentity.class);
  private static final String CLASS = ".class";
  private static final Path UNKNOWN = Path.of("unknown.jar");

  private BuildIdentity() {}

  /**
   * The identity of this build, such as {@code 0.1.0+5d41402a}; covers the modules that process a
   * slice.
   */
  static String current() {
    return of(
        BuildVersion.current(),
        Stream.of(ParkedSource.class, LogAnalysis.class, BuildIdentity.class)
            .map(BuildIdentity::place)
            .toList());
  }

  /**
   * The identity of the classes at these places.
   *
   * @param places jars and folders; if one cannot be read, only the version is returned
   */
  static String of(String version, List<Path> places) {
    CRC32 sum = new CRC32();
    try {
      for (Path place : places) {
        Map<String, Long> classes = Files.isDirectory(place) ? inFolder(place) : inJar(place);
        classes.forEach(
            (name, checksum) ->
                sum.update((name + '\0' + checksum + '\n').getBytes(StandardCharsets.UTF_8)));
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.debug("the classes of this build cannot be read", e);
      return version;
    }
    return "%s+%08x".formatted(version, sum.getValue());
  }

  /** The jar or folder of a class; a missing file if it is unknown. */
  private static Path place(Class<?> one) {
    CodeSource source = one.getProtectionDomain().getCodeSource();
    try {
      return source == null ? UNKNOWN : Path.of(source.getLocation().toURI());
    } catch (URISyntaxException | IllegalArgumentException e) {
      LOG.debug("{}: its place is no file", one, e);
      return UNKNOWN;
    }
  }

  /** The checksums recorded in the jar. */
  private static Map<String, Long> inJar(Path jar) throws IOException {
    Map<String, Long> sums = new TreeMap<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      file.stream()
          .filter(entry -> entry.getName().endsWith(CLASS))
          .forEach(entry -> sums.put(entry.getName(), entry.getCrc()));
    }
    return sums;
  }

  private static Map<String, Long> inFolder(Path folder) throws IOException {
    Map<String, Long> sums = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(path -> path.toString().endsWith(CLASS)).toList()) {
        CRC32 sum = new CRC32();
        sum.update(Files.readAllBytes(file));
        sums.put(folder.relativize(file).toString(), sum.getValue());
      }
    }
    return sums;
  }
}
