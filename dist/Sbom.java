import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.zip.ZipFile;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Prints what a package holds, as CycloneDX: arguments are its folder lib/tidemark, docs, the version and the time. */
final class Sbom {

  private final List<Map<String, Object>> components = new ArrayList<>();

  /** Archives that miss files of their originals: dist/build removes them. */
  private static final List<String> REDUCED = List.of("rocksdbjni", "zstd-jni", "snappy-java", "lz4-java", "echarts");

  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]);
    Path docs = Path.of(arguments[1]);
    String version = arguments[2];
    Map<String, String> licences = new TreeMap<>();
    for (String line : Files.readAllLines(docs.resolve("licences.txt"))) {
      licences.put(line.split(" ", 2)[0], line.split(" ", 2)[1]);
    }
    Map<String, String[]> libraries = new TreeMap<>();
    for (String line : Files.readAllLines(docs.resolve("artifacts.txt"))) {
      String[] artifact = line.split(":");
      libraries.put(artifact[1] + "-" + artifact[2] + ".jar", artifact);
    }
    Sbom sbom = new Sbom();
    for (String classPath : List.of("tidemark", "ingest")) {
      sbom.add(home, home.resolve(classPath + ".jar"), classPath, version, "Apache-2.0");
    }
    List<Path> jars;
    try (var files = Files.list(home.resolve("lib"))) {
      jars = files.sorted().toList();
    }
    for (Path jar : jars) {
      String file = jar.getFileName().toString();
      String[] own = {"io.tidemark", file.replace("-" + version + ".jar", ""), version};
      String[] artifact = file.startsWith("tidemark") ? own : libraries.get(file);
      if (artifact == null) {
        throw new IllegalStateException(file + " is not in docs/artifacts.txt");
      }
      String licence = artifact == own ? "Apache-2.0" : licences.get(artifact[0] + ":" + artifact[1]);
      if (licence == null) {
        throw new IllegalStateException(artifact[0] + ":" + artifact[1] + " has no licence in docs/licences.txt");
      }
      String purl = "pkg:maven/%s/%s@%s".formatted((Object[]) artifact);
      Map<String, Object> component = sbom.add(home, jar, artifact[1], artifact[2], licence);
      component.put("group", artifact[0]);
      component.put("purl", purl);
      List<String> without = new ArrayList<>();
      if (!isSigned(jar)) {
        without.add("tables of local variables");
      }
      if (REDUCED.contains(artifact[1])) {
        without.add("files that are not used on this machine");
      }
      if (!without.isEmpty()) {
        component.put("pedigree", Map.of("notes", "without " + String.join(" and ", without)));
      }
    }
    try (var files = Files.list(home.resolve("native"))) {
      for (Path library : files.sorted().toList()) {
        sbom.add(home, library, "rocksdb", libraries.keySet().stream()
            .filter(jar -> jar.startsWith("rocksdbjni")).map(jar -> libraries.get(jar)[2]).findFirst().orElseThrow(), "Apache-2.0 OR GPL-2.0-only");
      }
    }
    String java = Files.readAllLines(home.resolve("runtime/release")).stream()
        .filter(line -> line.startsWith("JAVA_VERSION=")).map(line -> line.replaceAll(".*=|\"", "")).findFirst().orElseThrow();
    for (String file : List.of("runtime/lib/modules", "runtime/lib/server/libjvm.so")) {
      sbom.add(home, home.resolve(file), "openjdk", java, "GPL-2.0-only WITH Classpath-exception-2.0");
    }

    JsonMapper json = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT, SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("bomFormat", "CycloneDX");
    document.put("specVersion", "1.6");
    document.put("serialNumber", "urn:uuid:" + UUID.nameUUIDFromBytes(json.writeValueAsBytes(sbom.components)));
    document.put("version", 1);
    document.put("metadata", Map.of(
        "timestamp", Instant.ofEpochSecond(Long.parseLong(arguments[3])).toString(),
        "component", Map.of("type", "application", "name", "tidemark", "version", version, "licenses", licence("Apache-2.0"))));
    document.put("components", sbom.components);
    System.out.println(json.writeValueAsString(document));
  }

  /** Whether Slim leaves the jar as it is. */
  private static boolean isSigned(Path jar) throws Exception {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream().anyMatch(entry -> entry.getName().matches("META-INF/.*\\.SF"));
    }
  }

  private static List<Object> licence(String expression) {
    return List.of(expression.contains(" ") ? Map.of("expression", expression) : Map.of("license", Map.of("id", expression)));
  }

  private Map<String, Object> add(Path home, Path file, String name, String version, String licence) throws Exception {
    Map<String, Object> component = new TreeMap<>();
    String place = home.relativize(file).toString();
    component.put("type", "library");
    component.put("bom-ref", place);
    component.put("name", name);
    component.put("version", version);
    component.put("licenses", licence(licence));
    component.put("hashes", List.of(Map.of("alg", "SHA-256", "content",
        HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file))))));
    component.put("properties", List.of(Map.of("name", "tidemark:file", "value", "lib/tidemark/" + place)));
    components.add(component);
    return component;
  }
}
