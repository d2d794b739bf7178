package io.tidemark.streams.source;

import io.tidemark.analysis.store.OtherVersion;
import io.tidemark.model.run.AnalysisFailure;
import io.tidemark.model.run.AnalysisFailure.Step;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.SerializationException;

/**
 * An error in Tidemark's own code while it works on one source. Errors of Kafka (fenced, timed out,
 * broken store) and of the machine (out of memory) concern the whole task and are not wrapped.
 */
final class SourceFault extends RuntimeException {

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
}
