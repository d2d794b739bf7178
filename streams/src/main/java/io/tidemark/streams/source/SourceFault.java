package io.tidemark.streams.source;

import io.tidemark.analysis.store.OtherVersion;
import io.tidemark.model.BuildVersion;
import io.tidemark.model.run.AnalysisFailure;
import io.tidemark.model.run.AnalysisFailure.Step;
import io.tidemark.model.wire.Topics;
import io.tidemark.streams.publish.Outgoing;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * An error in Tidemark's own code while it works on one source. Errors of Kafka (fenced, timed out,
 * broken store) and of the machine (out of memory) concern the whole task and are not wrapped.
 */
final class SourceFault extends RuntimeException {

  private static final int MAX_STACK = 16 * 1024;

  private final Step step;
  private final Throwable error;

  private SourceFault(Step step, Throwable cause) {
    super(cause);
    this.step = step;
    this.error = cause;
  }

  static <T> T in(Step step, Supplier<T> work) {
    try {
      return work.get();
    } catch (SerializationException e) {
      throw new SourceFault(step, e);
    } catch (SourceFault | KafkaException e) {
      throw e;
    } catch (OtherVersion e) {
      throw new SourceFault(Step.UPGRADE, e);
    } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
      throw new SourceFault(step, e);
    }
  }

  static void in(Step step, Runnable work) {
    in(
        step,
        () -> {
          work.run();
          return step;
        });
  }

  Step step() {
    return step;
  }

  Throwable error() {
    return error;
  }

  /** Whether the stored state could not be loaded. */
  boolean isOfLoading() {
    return step == Step.LOAD || step == Step.UPGRADE;
  }

  /** The error as one printable line. */
  String reason() {
    String said = step == Step.UPGRADE ? error.getMessage() : error.toString();
    String text = String.valueOf(said).replaceAll("\\p{Cntrl}+", " ");
    return text.length() <= AnalysisFailure.MAX_REASON
        ? text
        : text.substring(0, AnalysisFailure.MAX_REASON);
  }

  /**
   * The dead letter of the slice at fault: the original record with its headers, and further
   * headers with the reason.
   *
   * @param failing the slice at fault; without one the letter has no text
   */
  Outgoing letter(String source, @Nullable Received failing, long nowMillis) {
    Headers headers = new RecordHeaders();
    byte[] text = new byte[0];
    if (failing != null) {
      String topic = Topics.LINES.name();
      text = Topics.LINES.value().serializer().serialize(topic, headers, failing.slice());
    }
    StringWriter stack = new StringWriter();
    error.printStackTrace(new PrintWriter(stack));
    String begin = stack.toString().substring(0, Math.min(MAX_STACK, stack.getBuffer().length()));
    add(headers, "source", source);
    add(headers, "reason", reason());
    add(headers, "step", step.name());
    add(headers, "stack", begin);
    add(headers, "app-version", BuildVersion.current());
    byte[] key = source.getBytes(StandardCharsets.UTF_8);
    return new Outgoing(Topics.DEAD_LETTERS.name(), key, text, headers, nowMillis, null);
  }

  private static void add(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
