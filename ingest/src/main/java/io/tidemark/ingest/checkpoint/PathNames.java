package io.tidemark.ingest.checkpoint;

import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import io.tidemark.model.log.SourceLabels;
import io.tidemark.model.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The names and labels that the path of a log states: those of Kubernetes, Docker and Slurm, and
 * those of {@code --source-pattern}, which come first. They do not depend on other logs.
 */
public final class PathNames {

  private static final String DOCKER_ID = "dockerid";
  private static final String SOURCE = "source";
  private static final Pattern GROUP = Pattern.compile("\\(\\?<([a-zA-Z][a-zA-Z0-9]*)>");

  /** The layouts by path; a part in braces of the name is the value of that group. */
  private static final List<Layout> LAYOUTS =
      List.of(
          // A container that starts again has the next number.
          Layout.of(
              "/pods/(?<namespace>[^_/]+)_(?<pod>[^_/]+)_[^/]+/(?<container>[^/]+)/0\\.log$",
              "{namespace}/{pod}/{container}"),
          Layout.of(
              "/pods/(?<namespace>[^_/]+)_(?<pod>[^_/]+)_[^/]+/(?<container>[^/]+)/(?<start>\\d+)\\.log$",
              "{namespace}/{pod}/{container}/{start}"),
          Layout.of(
              "/containers/(?<pod>[^_/]+)_(?<namespace>[^_/]+)_(?<container>[^_/]+)-[0-9a-f]{64}\\.log$",
              "{namespace}/{pod}/{container}"),
          Layout.of(
              "/containers/(?<dockerid>[0-9a-f]{64})/[0-9a-f]{64}-json\\.log$", "{container}"),
          Layout.of("/slurm-(?<job>\\d+(?:_\\d+)?)\\.out$", null));

  public static final PathNames KNOWN = new PathNames(List.of());

  private final List<Layout> layouts = new ArrayList<>();

  private PathNames(List<Layout> stated) {
    layouts.addAll(stated);
    layouts.addAll(LAYOUTS);
  }

  /** What a path states; the source is {@code null} if the file's own name stays. */
  public record Stated(@Nullable String source, Map<String, String> labels) {}

  private record Layout(Pattern path, List<String> groups, @Nullable String name) {

    static Layout of(String path, @Nullable String name) {
      List<String> groups = GROUP.matcher(path).results().map(found -> found.group(1)).toList();
      return new Layout(Pattern.compile(path), groups, name);
    }
  }

  /**
   * Adds regular expressions with named groups: {@code source}, and labels.
   *
   * @throws Refusal for an invalid one, one without a named group, or one with a name of Tidemark's
   *     own labels
   */
  public static PathNames of(List<String> patterns) {
    List<Layout> stated = new ArrayList<>();
    for (String pattern : patterns) {
      try {
        Layout layout = Layout.of(pattern, "{" + SOURCE + "}");
        if (layout.groups().isEmpty()) {
          throw new IllegalArgumentException("no named group");
        }
        Map<String, String> labels = new TreeMap<>();
        layout.groups().forEach(group -> labels.put(group, "x"));
        labels.remove(SOURCE);
        SourceLabels.checked(labels);
        stated.add(labels.size() == layout.groups().size() ? Layout.of(pattern, null) : layout);
      } catch (PatternSyntaxException e) {
        throw refusal(pattern, e.getDescription());
      } catch (IllegalArgumentException e) {
        throw refusal(pattern, String.valueOf(e.getMessage()));
      }
    }
    return new PathNames(stated);
  }

  private static Refusal refusal(String pattern, String why) {
    return new Refusal(
        "--source-pattern '%s': %s; want a regular expression with named groups, as in (?<source>…)"
            .formatted(TerminalText.of(pattern), why));
  }

  /** What the first layout that fits this absolute path states. */
  public Stated of(Path home) {
    for (Layout layout : layouts) {
      Matcher path = layout.path().matcher(home.toString());
      if (path.find()) {
        return stated(layout, path, home);
      }
    }
    return new Stated(null, Map.of());
  }

  private static Stated stated(Layout layout, Matcher path, Path home) {
    Map<String, String> parts = new TreeMap<>();
    for (String group : layout.groups()) {
      String part = path.group(group);
      if (part != null && !part.isEmpty()) {
        parts.put(group, TerminalText.of(part));
      }
    }
    String docker = parts.remove(DOCKER_ID);
    if (docker != null) {
      parts.put("container", docker.substring(0, 12));
      parts.putAll(ofDocker(home.resolveSibling("config.v2.json")));
    }
    String name = layout.name();
    if (name != null) {
      for (Map.Entry<String, String> part : parts.entrySet()) {
        name = name.replace("{" + part.getKey() + "}", part.getValue());
      }
    }
    parts.keySet().removeAll(List.of(SOURCE, "start"));
    parts.values().removeIf(value -> value.length() > SourceLabels.MAX_VALUE);
    return new Stated(name == null || name.contains("{") ? null : name, parts);
  }

  /** A container's name and compose's labels; none if the file cannot be read. */
  private static Map<String, String> ofDocker(Path config) {
    Map<String, String> parts = new TreeMap<>();
    try {
      JsonNode read = Json.MAPPER.readTree(Files.readString(config));
      JsonNode labels = read.path("Config").path("Labels");
      put(parts, "container", read.path("Name").asString("").replaceFirst("^/", ""));
      put(parts, "project", labels.path("com.docker.compose.project").asString(""));
      put(parts, "service", labels.path("com.docker.compose.service").asString(""));
    } catch (IOException | JacksonException e) {
      // Readable by root only, or of another release: the container keeps its id.
      return parts;
    }
    return parts;
  }

  private static void put(Map<String, String> parts, String name, String value) {
    if (!value.isEmpty()) {
      parts.put(name, TerminalText.of(value));
    }
  }
}
