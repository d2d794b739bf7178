package io.tidemark.analysis;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.message.FactFigures;
import io.tidemark.analysis.message.MessageFact;
import io.tidemark.analysis.system.tenstorrent.Tenstorrent;
import io.tidemark.model.event.Diagnosis;
import io.tidemark.model.event.FailedAllocation;
import io.tidemark.model.event.Shortage;
import org.jspecify.annotations.Nullable;

/** What a line of the Tenstorrent runtime states of a failed allocation. */
public record AllocationFailed(
    String device,
    String memory,
    Shortage shortage,
    Diagnosis diagnosis,
    @Nullable String where,
    boolean raised)
    implements Fact {

  public static AllocationFailed of(MessageFact fact) {
    FailedAllocation failure = FactFigures.failure(fact).whileRunning(null);
    return new AllocationFailed(
        failure.device(),
        failure.memory(),
        failure.shortage(),
        failure.diagnosis(),
        failure.where(),
        fact.raised());
  }

  AllocationFailed asRaised() {
    return new AllocationFailed(device, memory, shortage, diagnosis, where, true);
  }

  @Override
  public String format() {
    return Tenstorrent.RUNTIME;
  }
}
