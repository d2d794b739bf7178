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
 * Distinguishes one build of the analysis from another: the version, and a checksum of the classes,
 * since all builds between two releases bear one version. Builds of the same sources are equal.
 */
final class BuildIdentity {

  private static final Logger LOG = LoggerFactory.getLogger(BuildIdentity.class);
  private static final String CLASS = ".class";
  private static final Path UNKNOWN = Path.of("unknown.jar");

  private BuildIdentity() {}

  /** Such as {@code 0.1.0+5d41402a}: of the modules that a slice passes through. */
  static String current() {
    return of(
        BuildVersion.current(),
        Stream.of(ParkedSource.class, LogAnalysis.class, BuildIdentity.class)
            .map(BuildIdentity::place)
            .toList());
  }

  /**
   * Of classes at these places.
   *
   * @param places jars and folders; one that cannot be read leaves the version alone
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

  /** Where a class comes from; a file that is not there when that is unknown. */
  private static Path place(Class<?> one) {
    CodeSource source = one.getProtectionDomain().getCodeSource();
    try {
      return source == null ? UNKNOWN : Path.of(source.getLocation().toURI());
    } catch (URISyntaxException | IllegalArgumentException e) {
      LOG.debug("{}: its place is no file", one, e);
      return UNKNOWN;
    }
  }

  /** The checksums as they stand in the jar. */
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
