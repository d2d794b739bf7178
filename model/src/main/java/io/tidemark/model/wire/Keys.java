package io.tidemark.model.wire;

import io.tidemark.model.alert.AlertKey;
import io.tidemark.model.alert.AlertRule;
import io.tidemark.model.log.RunId;
import io.tidemark.model.memory.MemoryKey;
import io.tidemark.model.plan.PlanKey;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/**
 * Serializes keys as readable text: {@code train.log#1|0|DRAM}. Only a source may contain a bar. In
 * all other parts a bar becomes a slash.
 */
final class Keys {

  static final Serde<RunId> RUN = text(RunId::toString, RunId::parse);

  static final Serde<MemoryKey> MEMORY =
      text(
          key -> key.run() + part(key.device()) + part(key.memory()),
          text -> {
            int memory = lastBar(text, text.length());
            int device = lastBar(text, memory);
            return new MemoryKey(
                RunId.parse(text.substring(0, device)),
                text.substring(device + 1, memory),
                text.substring(memory + 1));
          });

  static final Serde<AlertKey> ALERT =
      text(
          key -> key.run() + part(key.rule().alert()) + part(key.device()) + part(key.memory()),
          text -> {
            int memory = lastBar(text, text.length());
            int device = lastBar(text, memory);
            int rule = lastBar(text, device);
            return new AlertKey(
                RunId.parse(text.substring(0, rule)),
                AlertRule.of(text.substring(rule + 1, device)),
                text.substring(device + 1, memory),
                text.substring(memory + 1));
          });

  static final Serde<PlanKey> PLAN =
      text(
          key -> key.run() + part(key.plan()) + "|" + key.page(),
          text -> {
            int page = lastBar(text, text.length());
            int plan = lastBar(text, page);
            return new PlanKey(
                RunId.parse(text.substring(0, plan)),
                text.substring(plan + 1, page),
                Integer.parseInt(text.substring(page + 1)));
          });

  private Keys() {}

  private static String part(String name) {
    return "|" + name.replace('|', '/');
  }

  private static int lastBar(String text, int before) {
    int bar = text.lastIndexOf('|', before - 1);
    if (bar < 1) {
      throw new IllegalArgumentException("key '" + text + "': want <run>|<part>|<part>");
    }
    return bar;
  }

  private static <T> Serde<T> text(Function<T, String> write, Function<String, T> read) {
    return Serdes.serdeFrom(
        (topic, key) -> write.apply(key).getBytes(StandardCharsets.UTF_8),
        (topic, bytes) -> read.apply(new String(bytes, StandardCharsets.UTF_8)));
  }
}
