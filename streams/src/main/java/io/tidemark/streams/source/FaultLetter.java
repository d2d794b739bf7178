package io.tidemark.streams.source;

import io.tidemark.model.BuildVersion;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.publish.Outgoing;
import io.tidemark.streams.read.Received;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The dead letter of a slice whose analysis failed: the original record with its headers, and
 * further headers with the reason.
 */
final class FaultLetter {

  static final String SOURCE = "source";
  static final String REASON = "reason";
  static final String STEP = "step";
  static final String STACK = "stack";
  static final String APP_VERSION = "app-version";

  private static final int MAX_STACK = 16 * 1024;

  private FaultLetter() {}

  /**
   * Creates the letter.
   *
   * @param failing the slice at fault; without one the letter has no text
   */
  static Outgoing of(String source, SourceFault fault, @Nullable Received failing, long nowMillis) {
    Headers headers = new RecordHeaders();
    byte[] text = new byte[0];
    if (failing != null) {
      String topic = Topics.LINES.name();
      text = Topics.LINES.value().serializer().serialize(topic, headers, failing.slice());
    }
    add(headers, SOURCE, source);
    add(headers, REASON, fault.reason());
    add(headers, STEP, fault.step().name());
    add(headers, STACK, stack(fault.error()));
    add(headers, APP_VERSION, BuildVersion.current());
    byte[] key = source.getBytes(StandardCharsets.UTF_8);
    return new Outgoing(Topics.DEAD_LETTERS.name(), key, text, headers, nowMillis, null);
  }

  private static void add(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
  }

  private static String stack(Throwable error) {
    StringWriter text = new StringWriter();
    error.printStackTrace(new PrintWriter(text));
    return text.toString().substring(0, Math.min(MAX_STACK, text.getBuffer().length()));
  }
}
