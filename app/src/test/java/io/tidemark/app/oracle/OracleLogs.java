package io.tidemark.app.oracle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.tidemark.model.Samples;
import io.tidemark.model.log.DumpName;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.toml.TomlMapper;

/**
 * The texts of the logs that the oracle judges, by name. Files of one XLA module or of one folder
 * {@code input} are one log, in the order of their names.
 */
final class OracleLogs {

  /** Beginnings of the names of {@link #own} and of {@link #shared} logs. */
  static final List<String> OWN = List.of("examples", "analysis", "app", "row");

  static final List<String> SHARED = List.of("samples", "cases");

  private static final TomlMapper TOML = new TomlMapper();

  /** Only the end of a packed log, the megabytes of a demo, is read: enough for its figures. */
  private static final int MOST_UNPACKED = 500_000;

  /** Beside the logs: descriptions, expected answers and scripts that write logs. */
  private static final Pattern NO_LOG =
      Pattern.compile(
          "repro/.*|(.*/)?(README|SOURCES)\\.md|.*\\.(py|toml|tsv)|(.*/)?expected\\.json");

  private final SortedMap<String, byte[]> texts = new TreeMap<>();

  private OracleLogs() {}

  /** The logs of this project: golden logs, logs of other tests, examples, rows' examples. */
  static SortedMap<String, byte[]> own() throws IOException {
    OracleLogs logs = new OracleLogs();
    Path root = Samples.root();
    logs.add("examples", root.resolve("examples"), name -> name.matches(".*\\.log(\\.gz)?"));
    for (String module : List.of("analysis", "app")) {
      logs.add(
          module,
          root.resolve(module).resolve("src/test/resources/io/tidemark/" + module),
          name -> name.matches(".*\\.log|(.*/)?input(\\.[a-z]+|/.*)"));
    }
    logs.addRows(root.resolve("analysis/src/main/resources/io/tidemark/analysis/message"));
    return logs.texts;
  }

  /** The samples and cases beside the checkout. */
  static SortedMap<String, byte[]> shared(Path samples) throws IOException {
    OracleLogs logs = new OracleLogs();
    for (String kind : SHARED) {
      logs.add(kind, samples.resolveSibling(kind), NO_LOG.asMatchPredicate().negate());
    }
    return logs.texts;
  }

  private void add(String kind, Path folder, Predicate<String> isLog) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .filter(Files::isRegularFile)
          .filter(file -> isLog.test(relative(folder, file)))
          .sorted()
          .collect(groupingBy(OracleLogs::log, TreeMap::new, toList()))
          .forEach((log, of) -> texts.put(kind + '/' + relative(folder, log), joined(of)));
    }
  }

  private static Path log(Path file) {
    Path module = DumpName.isOfXla(file) ? DumpName.moduleOf(file) : null;
    Path folder = file.getParent();
    return module != null ? module : folder.endsWith("input") ? folder : file;
  }

  private static String relative(Path folder, Path file) {
    return folder.relativize(file).toString().replace('\\', '/');
  }

  private static byte[] joined(List<Path> files) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      for (Path file : files) {
        byte[] bytes = Files.readAllBytes(file);
        text.write(file.toString().endsWith(".gz") ? unpacked(bytes) : bytes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toByteArray();
  }

  private static byte[] unpacked(byte[] packed) throws IOException {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      byte[] text = in.readAllBytes();
      return Arrays.copyOfRange(text, Math.max(0, text.length - MOST_UNPACKED), text.length);
    }
  }

  /** The examples of each row of the catalogue, which have no log around them. */
  private void addRows(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(rows -> rows.toString().endsWith(".toml")).toList()) {
        JsonNode writer = TOML.readTree(Files.readAllBytes(file));
        for (JsonNode row : writer.get("message")) {
          List<String> lines = new ArrayList<>();
          row.get("examples").forEach(example -> lines.add(example.get("line").asString()));
          for (int i = 0; i < lines.size(); i++) {
            String name =
                "row/%s/%s".formatted(writer.get("writer").asString(), row.get("name").asString());
            texts.put(
                lines.size() == 1 ? name : name + '/' + (i + 1), lines.get(i).getBytes(UTF_8));
          }
        }
      }
    }
  }
}
