package io.tidemark.analysis;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.tidemark.analysis.document.Document;
import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.Formats;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Quoted;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.line.Parsed.Unprefixed;
import io.tidemark.analysis.message.MessageFact;
import io.tidemark.analysis.run.LogSystems;
import io.tidemark.analysis.system.tpumlir.KeyValueRecord;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The facts of a log, line by line and without context: one object per line, none for an ignored
 * line.
 */
final class GoldenFacts {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .changeDefaultPropertyInclusion(
              old -> old.withValueInclusion(JsonInclude.Include.NON_NULL))
          .changeDefaultVisibility(
              old ->
                  old.withFieldVisibility(Visibility.ANY)
                      .withGetterVisibility(Visibility.NONE)
                      .withIsGetterVisibility(Visibility.NONE))
          .build();

  private final StringJoiner facts = new StringJoiner(",\n", "[\n", "\n]\n");
  private final Formats formats;
  private final Document document;

  private GoldenFacts(Formats formats) {
    this.formats = formats;
    this.document = Document.begin(formats);
  }

  static String of(byte[] log) {
    return of(log, LogSystems.ALL.formats());
  }

  static String of(byte[] log, Formats formats) {
    GoldenFacts facts = new GoldenFacts(formats);
    List<byte[]> lines = Lines.split(log);
    for (int i = 0; i < lines.size(); i++) {
      facts.line(i + 1, lines.get(i));
    }
    return facts.facts.toString();
  }

  private void line(int number, byte[] line) {
    List<Parsed> records = document.read(line, 0, line.length, false);
    if (document.known() || !records.isEmpty()) {
      records.forEach(parsed -> add(number, parsed));
      return;
    }
    Parsed parsed = formats.parse(line, 0, line.length);
    if (parsed instanceof Fact || parsed instanceof Rejected) {
      document.leave();
    }
    add(number, parsed);
  }

  private void add(int number, Parsed parsed) {
    ObjectNode node = node(parsed);
    if (node != null) {
      ObjectNode numbered = MAPPER.createObjectNode().put("line", number);
      numbered.setAll(node);
      facts.add(MAPPER.writeValueAsString(numbered));
    }
  }

  private static @Nullable ObjectNode node(Parsed parsed) {
    ObjectNode node = MAPPER.createObjectNode();
    if (parsed == Ignored.IGNORED) {
      return null;
    }
    if (parsed instanceof Quoted) {
      return node.put("quoted", true);
    }
    if (parsed instanceof Parsed.Sign sign) {
      return node.put("sign", sign.name());
    }
    if (parsed instanceof Rejected rejected) {
      return node.put("rejected", rejected.reason()).put("column", rejected.column());
    }
    if (parsed instanceof Unprefixed bare) {
      node.put("withoutHead", bare.voucher().name());
      return node.setAll(node(bare.fact()));
    }
    if (parsed instanceof MessageFact message) {
      node.put("message", message.message().name());
      message.reads().forEach(node::put);
      return node;
    }
    node.put("fact", kind(parsed));
    if (parsed instanceof KeyValueRecord record) {
      record
          .items()
          .forEach(item -> node.withArray("items").add(item.key() + " = " + item.value()));
      return node;
    }
    return parsed instanceof Enum ? node : node.setAll((ObjectNode) MAPPER.valueToTree(parsed));
  }

  private static String kind(Parsed parsed) {
    return parsed instanceof Enum<?> constant ? constant.name() : parsed.getClass().getSimpleName();
  }
}
