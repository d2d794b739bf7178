package io.tidemark.streams.source;

import io.tidemark.analysis.SourceAnalysis;
import io.tidemark.analysis.state.StateParts;
import io.tidemark.analysis.store.OtherVersion;
import java.util.List;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads sources; counts and logs sections of their stored state that cannot be read and begin anew.
 */
public record CountedRestarts(SourceAnalysis.Loader loader, IntConsumer counter)
    implements SourceAnalysis.Loader {

  private static final Logger LOG = LoggerFactory.getLogger(CountedRestarts.class);

  @Override
  public SourceAnalysis load(String source, StateParts parts) {
    SourceAnalysis loaded;
    try {
      loaded = loader.load(source, parts);
    } catch (OtherVersion e) {
      counter.accept(1);
      throw e;
    }
    List<String> restarted = loaded.restartedSections();
    if (!restarted.isEmpty()) {
      LOG.warn("source {}: stored state of {} cannot be read and begins anew", source, restarted);
      counter.accept(restarted.size());
    }
    return loaded;
  }
}
