package io.tidemark.app.shown;

import io.tidemark.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** A compose file as text, and as parsed without any variable set. */
record ComposeFile(String text) {

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(?:(:[-+?])([^}]*))?}");

  static ComposeFile read(String name) throws IOException {
    return new ComposeFile(Files.readString(path(name)));
  }

  static Path path(String name) {
    return Samples.root().resolve(name);
  }

  static Map<String, Object> yaml(String text) {
    return new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
  }

  /** Its variables with their defaults; empty if a variable has none or must be set. */
  Map<String, Optional<String>> variables() {
    Map<String, Optional<String>> variables = new TreeMap<>();
    Matcher matcher = VARIABLE.matcher(text);
    while (matcher.find()) {
      Optional<String> value =
          ":-".equals(matcher.group(2)) ? Optional.of(matcher.group(3)) : Optional.empty();
      variables.merge(matcher.group(1), value, (first, next) -> first.isPresent() ? first : next);
    }
    return variables;
  }

  /** The services by name, without the tags of an override. */
  @SuppressWarnings("unchecked")
  Map<String, Map<String, Object>> services() {
    return (Map<String, Map<String, Object>>) resolved().get("services");
  }

  @SuppressWarnings("unchecked")
  Map<String, Object> volumes() {
    return (Map<String, Object>) resolved().get("volumes");
  }

  private Map<String, Object> resolved() {
    String values =
        VARIABLE
            .matcher(text)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(":-".equals(found.group(2)) ? found.group(3) : ""));
    return yaml(values.replaceAll("!(reset|override) ", ""));
  }

  @SuppressWarnings("unchecked")
  static List<Object> list(Map<String, Object> service, String key) {
    return (List<Object>) service.getOrDefault(key, List.of());
  }
}
