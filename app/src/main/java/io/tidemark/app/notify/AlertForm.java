package io.tidemark.app.notify;

import io.tidemark.model.Refusal;
import io.tidemark.model.TextResource;
import io.tidemark.model.wire.Json;
import io.tidemark.sink.receiver.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The document that a receiver of alerts reads: JSON whose texts name variables of an alert, such
 * as {@code $ALERT_SUMMARY}. A member that is nothing but variables without a value is left out.
 *
 * @param token value of {@code $ALERT_TOKEN}, read for each document
 * @param angles whether the receiver reads {@code <…>} as a link or a mention, so that text of a
 *     log must not have it
 */
public record AlertForm(JsonNode template, @Nullable Secret token, boolean angles) {

  /** The form of {@code --alert-webhook} without another option. */
  public static final String WEBHOOK = "webhook";

  private static final String KNOWN = "webhook|alertmanager|slack|teams|pagerduty";

  private static final String TOKEN = "ALERT_TOKEN";

  private static final Pattern NAME = Pattern.compile("\\$(ALERT_[A-Z0-9_]+)");

  /**
   * A known form, or one of the user's own.
   *
   * @param name its name, or the path of a JSON file
   * @throws Refusal when there is no such file, or it holds no JSON
   */
  public static AlertForm of(String option, String name, @Nullable Secret token) {
    try {
      String text =
          name.matches(KNOWN)
              ? TextResource.lines(AlertForm.class, name + ".json").collect(Collectors.joining())
              : Files.readString(Path.of(name));
      boolean wants = text.contains("$" + TOKEN);
      if (wants && token == null) {
        throw new Refusal(
            "%s %s: want --alert-bearer-token-file, its $%s".formatted(option, name, TOKEN));
      }
      return new AlertForm(Json.MAPPER.readTree(text), wants ? token : null, name.equals("slack"));
    } catch (IOException | JacksonException e) {
      throw new Refusal("%s '%s': want %s, or a JSON file".formatted(option, name, KNOWN));
    }
  }

  /** The document of an alert with these variables. */
  byte[] document(Map<String, String> values) throws IOException {
    if (token != null) {
      values.put(TOKEN, token.read());
    }
    return Json.MAPPER.writeValueAsBytes(filled(template, values));
  }

  private JsonNode filled(JsonNode node, Map<String, String> values) {
    if (node instanceof ObjectNode object) {
      ObjectNode filled = Json.MAPPER.createObjectNode();
      object.properties().stream()
          .filter(member -> !isEmpty(member.getValue(), values))
          .forEach(member -> filled.set(member.getKey(), filled(member.getValue(), values)));
      return filled;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode filled = Json.MAPPER.createArrayNode();
      array.forEach(element -> filled.add(filled(element, values)));
      return filled;
    }
    if (node.isString() && node.asString().equals("$" + AlertText.LABELS)) {
      return Json.MAPPER.readTree(values.get(AlertText.LABELS));
    }
    return node.isString() ? Json.MAPPER.valueToTree(filled(node.asString(), values)) : node;
  }

  private boolean isEmpty(JsonNode node, Map<String, String> values) {
    return node.isString()
        && NAME.matcher(node.asString()).find()
        && filled(node.asString(), values).isBlank();
  }

  private String filled(String text, Map<String, String> values) {
    return NAME.matcher(text)
        .replaceAll(name -> Matcher.quoteReplacement(safe(values.getOrDefault(name.group(1), ""))));
  }

  private String safe(String value) {
    return angles ? value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") : value;
  }
}
