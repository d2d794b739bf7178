package io.tidemark.analysis.system.message;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.TracebackFormat;
import io.tidemark.analysis.memory.Failures;
import io.tidemark.analysis.memory.RunOutput;
import io.tidemark.analysis.message.Catalogue;
import io.tidemark.analysis.message.Field;
import io.tidemark.analysis.message.MessageFact;
import io.tidemark.analysis.message.StatedMemory;
import io.tidemark.analysis.plan.Plans;
import io.tidemark.analysis.state.Section;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import java.util.List;
import java.util.stream.Stream;

/**
 * The message rows of all writers, and the tracker of those writers that no other system tracks.
 *
 * @param deviceBytes size of a device's memory where no message states it; 0 for unknown
 */
public record Messages(Catalogue catalogue, long deviceBytes) implements LogSystem {

  public static final String NAME = "messages";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<LineFormat> lineFormats() {
    return Stream.concat(catalogue.formats().stream(), Stream.of(new TracebackFormat())).toList();
  }

  @Override
  public SystemTracker newTracker(RunContext context) {
    return new MessageTracker(context, deviceBytes);
  }

  private static final class MessageTracker implements SystemTracker {

    private final Plans plans;
    private final long deviceBytes;
    private final Failures failures;
    private StatedMemory memory = new StatedMemory();

    MessageTracker(RunContext context, long deviceBytes) {
      this.plans = context.plans();
      this.failures = context.devices().failures();
      this.deviceBytes = deviceBytes;
    }

    @Override
    public void apply(Fact fact, RunOutput out) {
      if (fact instanceof MessageFact message) {
        memory.apply(message, deviceBytes, plans, out);
      }
    }

    /** Words that no row reads mostly repeat a failure that one has read. */
    @Override
    public boolean expects(Fact fact, long line) {
      boolean sized = fact instanceof MessageFact guess && guess.figure(Field.NEEDED) != null;
      return !fact.isGuess() || !failures.isKnown() || (sized && failures.lacksFigures());
    }

    @Override
    public void follow(SystemTracker before) {
      if (before instanceof MessageTracker ended) {
        memory.follow(ended.memory);
      }
    }

    @Override
    public void end(RunOutput out) {
      memory.close(plans, out);
    }

    @Override
    public Section<?> section() {
      return new Section<>(StatedMemory.class, () -> memory, stored -> memory = stored);
    }
  }
}
