package io.tidemark.app.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The rules of axe-core, applied to the page in a browser. */
public final class Axe {

  private static final JsonMapper JSON = new JsonMapper();
  private static final String RUN =
      """
      return axe.run(document, {resultTypes: ['violations']})
        .then(result => JSON.stringify(result.violations))""";

  private final String script;

  private Axe(String script) {
    this.script = script;
  }

  /** Reads the rules from the class path. */
  public static Axe open() throws IOException {
    try (InputStream rules = Axe.class.getResourceAsStream("/axe.min.js")) {
      if (rules == null) {
        throw new IllegalStateException("axe.min.js is not on the class path");
      }
      return new Axe(new String(rules.readAllBytes(), UTF_8));
    }
  }

  /** Findings of serious or critical impact: rule, requirement, elements and reason. */
  public List<String> findings(Browser browser) {
    browser.run(script + ";window.axe = axe;");
    List<String> findings = new ArrayList<>();
    for (JsonNode rule : JSON.readTree(String.valueOf(browser.run(RUN)))) {
      if (List.of("serious", "critical").contains(rule.path("impact").asString(""))) {
        findings.add(sentence(rule));
      }
    }
    return findings;
  }

  private static String sentence(JsonNode rule) {
    StringBuilder text = new StringBuilder(rule.path("id").asString());
    text.append(": ").append(rule.path("help").asString());
    for (JsonNode node : rule.path("nodes")) {
      text.append("\n  ").append(node.path("target"));
      text.append(' ').append(node.path("failureSummary").asString("").replace('\n', ' '));
    }
    return text.toString();
  }
}
