package io.tidemark.analysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tidemark.analysis.state.StateParts.Store;
import io.tidemark.analysis.state.Stored;
import io.tidemark.analysis.store.HeapParts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BinaryNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;
import tools.jackson.dataformat.smile.SmileMapper;

/**
 * A change of one name in one object of a stored part, as a later build may make it.
 *
 * @param section tag within the part; {@code null} if the part has no sections
 * @param path names and indices from the root of the part or section to the object
 * @param name in that object
 */
record StoredChange(
    Store store, String key, @Nullable String section, List<String> path, String name, Kind kind) {

  private static final SmileMapper SMILE = new SmileMapper();
  private static final String SECTIONS = "sections";

  /**
   * The fields and components of the classes on the class path by name, with the number of maps
   * that their types nest: 0 for no map. Other names are keys.
   */
  private static final Map<String, Integer> NAMES = names();

  enum Kind {
    MORE,
    LESS,
    RETYPED
  }

  boolean isMore() {
    return kind == Kind.MORE;
  }

  /** The section, or what else holds the object. */
  String where() {
    if (section != null) {
      return section;
    }
    return store != Store.HOT ? store.name() : key.contains("\0last run\0") ? "last run" : "other";
  }

  private static Map<String, Integer> names() {
    Map<String, Integer> names = new HashMap<>();
    for (Class<?> beside : List.of(LogAnalysis.class, io.tidemark.model.log.Slice.class)) {
      try {
        Path classes = Path.of(beside.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(classes)) {
          addNames(classes, names);
        } else {
          try (FileSystem jar = FileSystems.newFileSystem(classes)) {
            addNames(jar.getPath("/"), names);
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (URISyntaxException e) {
        throw new IllegalStateException(e);
      }
    }
    return names;
  }

  private static void addNames(Path root, Map<String, Integer> names) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      files
          .map(file -> root.relativize(file).toString())
          .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
          .map(file -> file.substring(0, file.length() - 6).replace('/', '.'))
          .forEach(type -> addNames(type, names));
    }
  }

  private static void addNames(String name, Map<String, Integer> names) {
    try {
      Class<?> type = Class.forName(name, false, StoredChange.class.getClassLoader());
      if (type.isRecord() || type.isAnnotationPresent(Stored.class)) {
        for (Field field : type.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers())) {
            JsonProperty property = field.getAnnotation(JsonProperty.class);
            names.merge(
                property == null ? field.getName() : property.value(),
                maps(field.getGenericType()),
                Math::max);
          }
        }
      }
    } catch (ClassNotFoundException | NoClassDefFoundError e) {
      // A class whose library is not here is no stored state.
      return;
    }
  }

  private static int maps(Type type) {
    return type instanceof ParameterizedType of && of.getRawType() == Map.class
        ? 1 + maps(of.getActualTypeArguments()[1])
        : 0;
  }

  /** Every change of every name, once for equal paths. */
  static Map<String, StoredChange> all(HeapParts parts) {
    Map<String, StoredChange> found = new LinkedHashMap<>();
    for (Store store : Store.values()) {
      parts.scan(
          store,
          "",
          (key, bytes) -> {
            JsonNode root = SMILE.readTree(bytes);
            if (root.has(SECTIONS)) {
              for (Map.Entry<String, JsonNode> section : root.get(SECTIONS).properties()) {
                JsonNode content = SMILE.readTree(section.getValue().binaryValue());
                collect(store, key, section.getKey(), List.of(), content, 0, "", found);
              }
            } else {
              collect(store, key, null, List.of(), root, 0, "", found);
            }
          });
    }
    return found;
  }

  private static void collect(
      Store store,
      String key,
      @Nullable String section,
      List<String> path,
      JsonNode node,
      int maps,
      String distinct,
      Map<String, StoredChange> found) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> entry : object.properties()) {
        String name = entry.getKey();
        boolean isKey = maps > 0 || !NAMES.containsKey(name);
        int inner = isKey ? Math.max(0, maps - 1) : NAMES.getOrDefault(name, 0);
        String at = distinct + "/" + (isKey ? "*" : name);
        for (Kind kind : isKey ? List.of(Kind.RETYPED) : List.of(Kind.values())) {
          // A value of null has no type.
          if (kind != Kind.RETYPED || !entry.getValue().isNull()) {
            StoredChange change = new StoredChange(store, key, section, path, name, kind);
            found.putIfAbsent(change.where() + at + kind, change);
          }
        }
        collect(store, key, section, with(path, name), entry.getValue(), inner, at, found);
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        collect(
            store, key, section, with(path, Integer.toString(i)), array.get(i), 0, distinct, found);
      }
    }
  }

  private static List<String> with(List<String> path, String name) {
    List<String> longer = new ArrayList<>(path);
    longer.add(name);
    return List.copyOf(longer);
  }

  /** Changes the part. */
  void apply(HeapParts parts) {
    JsonNode root = SMILE.readTree(Objects.requireNonNull(parts.get(store, key)));
    if (section == null) {
      change(root);
    } else {
      ObjectNode sections = (ObjectNode) root.get(SECTIONS);
      JsonNode content = SMILE.readTree(sections.get(section).binaryValue());
      change(content);
      sections.put(section, SMILE.writeValueAsBytes(content));
    }
    parts.put(store, key, SMILE.writeValueAsBytes(root));
  }

  private void change(JsonNode root) {
    JsonNode at = root;
    for (String step : path) {
      at = at instanceof ArrayNode ? at.get(Integer.parseInt(step)) : at.get(step);
    }
    ObjectNode object = (ObjectNode) at;
    switch (kind) {
      case MORE -> object.put("nameOfALaterBuild", 7);
      case LESS -> object.remove(name);
      case RETYPED -> object.set(name, retyped(object.get(name)));
    }
  }

  private static JsonNode retyped(JsonNode value) {
    if (value.isString() || value instanceof ArrayNode) {
      return IntNode.valueOf(1);
    }
    if (value instanceof ObjectNode) {
      return JsonNodeFactory.instance.arrayNode();
    }
    boolean asText =
        value.isNumber() || value instanceof BooleanNode || value instanceof BinaryNode;
    assertIs(asText, value);
    return StringNode.valueOf("AQID");
  }

  private static void assertIs(boolean known, JsonNode value) {
    if (!known) {
      throw new IllegalStateException("no other type for " + value.getNodeType());
    }
  }

  @Override
  public String toString() {
    return kind + " " + where() + " " + String.join("/", path) + "/" + name;
  }
}
