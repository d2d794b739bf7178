package io.tidemark.sink.access;

import io.tidemark.model.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Access to a server. The file is read at the start: a changed file or a renewed certificate needs
 * a restart of the program.
 *
 * @param tls certificate and key of the server; {@code null} for plain HTTP
 * @param users bcrypt hashes by name; empty for a server without log-in
 * @param open paths that are answered without a log-in
 */
public record WebConfig(@Nullable KeyPairFiles tls, Map<String, String> users, Set<String> open) {

  public static final WebConfig OPEN = new WebConfig(null, Map.of());

  public WebConfig {
    users = Map.copyOf(users);
    open = Set.copyOf(open);
  }

  /** Without a log-in for the probes of an orchestrator, which have no password. */
  public WebConfig(@Nullable KeyPairFiles tls, Map<String, String> users) {
    this(tls, users, Set.of("/health", "/ready"));
  }

  /** The same with a log-in for every path. */
  public WebConfig closed() {
    return new WebConfig(tls, users, Set.of());
  }

  /**
   * Reads a file in the form of Prometheus' own web configuration (exporter-toolkit). It may hold
   * {@code tls_server_config: {cert_file, key_file}} and {@code basic_auth_users}. Paths are
   * relative to the file.
   *
   * @throws Refusal when the file or one that it names cannot be read, or has other content; the
   *     message holds no value of it
   */
  public static WebConfig read(Path file) {
    return new WebConfigFile(file).read();
  }

  public boolean asksForLogIn() {
    return !users.isEmpty();
  }

  public String scheme() {
    return tls == null ? "http" : "https";
  }

  /** Without the hashes, so that none reaches a log by mistake. */
  @Override
  public String toString() {
    return "WebConfig[%s, users %s]".formatted(scheme(), users.keySet());
  }

  /** The file of a {@link WebConfig}. A refusal names the key, never the value. */
  private static final class WebConfigFile {

    private static final String TLS = "tls_server_config";
    private static final String CERTIFICATE = "cert_file";
    private static final String KEY = "key_file";
    private static final String USERS = "basic_auth_users";

    /** Beyond 2^16 rounds a log-in takes seconds. */
    private static final Pattern BCRYPT =
        Pattern.compile("\\$2[aby]\\$(0[4-9]|1[0-6])\\$[./A-Za-z0-9]{53}");

    private final Path file;

    WebConfigFile(Path file) {
      this.file = file;
    }

    WebConfig read() {
      Map<String, Object> all = keys("", yaml(), List.of(TLS, USERS));
      if (all.isEmpty()) {
        throw refusal("is empty; want " + TLS + ", " + USERS + " or both");
      }
      KeyPairFiles tls = all.containsKey(TLS) ? tls(all.get(TLS)) : null;
      return new WebConfig(tls, all.containsKey(USERS) ? users(all.get(USERS)) : Map.of());
    }

    /** The parser's own sentences quote the text, which may be secret: only the line is shown. */
    private @Nullable Object yaml() {
      LoaderOptions options = new LoaderOptions();
      options.setAllowDuplicateKeys(false);
      try {
        return new Yaml(new SafeConstructor(options)).load(Files.readString(file));
      } catch (IOException e) {
        throw refusal("want a file that can be read");
      } catch (MarkedYAMLException e) {
        int line = e.getProblemMark() == null ? 0 : e.getProblemMark().getLine() + 1;
        throw refusal("line " + line + " is no YAML, or has a key twice");
      } catch (YAMLException e) {
        throw refusal("is no YAML");
      }
    }

    private KeyPairFiles tls(@Nullable Object section) {
      Map<String, Object> keys = keys(TLS + ".", section, List.of(CERTIFICATE, KEY));
      return KeyPairFiles.read(path(keys, CERTIFICATE), path(keys, KEY));
    }

    private Path path(Map<String, Object> keys, String key) {
      if (!(keys.get(key) instanceof String path) || path.isBlank()) {
        throw refusal("%s.%s: want the path of a PEM file".formatted(TLS, key));
      }
      return file.toAbsolutePath().resolveSibling(path);
    }

    private Map<String, String> users(@Nullable Object section) {
      Map<String, String> users = new LinkedHashMap<>();
      map(USERS, section)
          .forEach(
              (name, hash) -> {
                if (name.contains(":")
                    || !(hash instanceof String text)
                    || !BCRYPT.matcher(text).matches()) {
                  throw refusal(
                      "%s.%s: want a name without a colon and its bcrypt hash of cost 4 to 16, as by htpasswd -nBC 10 %s"
                          .formatted(USERS, name, name));
                }
                users.put(name, text);
              });
      if (users.isEmpty()) {
        throw refusal(USERS + ": want at least one NAME: HASH, or no such key");
      }
      return users;
    }

    private Map<String, Object> keys(String within, @Nullable Object section, List<String> known) {
      Map<String, Object> keys = map(within.isEmpty() ? "it" : within, section);
      for (String key : keys.keySet()) {
        if (!known.contains(key)) {
          throw refusal(
              "%s%s is not known; want %s".formatted(within, key, String.join(", ", known)));
        }
      }
      return keys;
    }

    private Map<String, Object> map(String what, @Nullable Object section) {
      Map<String, Object> keys = new LinkedHashMap<>();
      if (section instanceof Map<?, ?> map) {
        map.forEach((key, value) -> keys.put(String.valueOf(key), value == null ? "" : value));
      } else if (section != null) {
        throw refusal(what.replaceFirst("\\.$", "") + ": want keys and values");
      }
      return keys;
    }

    private Refusal refusal(String why) {
      return new Refusal("--web-config '" + file + "': " + why);
    }
  }
}
