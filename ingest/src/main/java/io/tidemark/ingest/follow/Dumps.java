package io.tidemark.ingest.follow;

import io.tidemark.ingest.content.DumpSource;
import io.tidemark.ingest.content.FileShape;
import io.tidemark.ingest.generation.Round;
import io.tidemark.ingest.rotation.GenerationStarts;
import io.tidemark.model.log.DumpName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The modules that compilers dump as files. Compilers write these files whole and do not append.
 * When no file of a module has changed for a while, all are read once, as one document. Changed
 * files form another document.
 */
final class Dumps {

  private static final Logger LOG = LoggerFactory.getLogger(Dumps.class);

  /** A module counts as complete when none of its files has changed for this long. */
  static final long QUIET_MILLIS = 2_000;

  private final Map<Path, Module> modules = new HashMap<>();
  private final GenerationStarts starts;

  Dumps(GenerationStarts starts) {
    this.starts = starts;
  }

  private static final class Module {
    private final SortedMap<Path, FileShape> files = new TreeMap<>();
    private long changedMillis;
    private @Nullable String taken;
    private @Nullable String passed;

    private List<FileShape> shapes() {
      return new ArrayList<>(files.values());
    }
  }

  /**
   * Records the file at {@code path}. Returns whether it is a dump, which must not be followed as a
   * log.
   */
  boolean saw(Path path, Round round) {
    Path home = DumpName.moduleOf(path);
    if (home == null) {
      return false;
    }
    try {
      FileShape shape = FileShape.of(path);
      Module module = modules.computeIfAbsent(home, key -> new Module());
      if (!shape.equals(module.files.put(path, shape))) {
        module.changedMillis = round.steadyMillis();
      }
    } catch (IOException e) {
      LOG.trace("{} cannot be looked at", path, e);
    }
    return true;
  }

  boolean any() {
    return !modules.isEmpty();
  }

  boolean holds(Path home) {
    return modules.containsKey(home);
  }

  /**
   * Forgets modules without any file, and files that were removed before they were read. A module
   * that comes back is recognised by its stored position. Modules that were passed over have no
   * position and are kept; their number is bounded by that at the start.
   */
  void sweep(Set<Path> all, Round round) {
    modules
        .entrySet()
        .removeIf(
            module ->
                module.getValue().passed == null
                    && Collections.disjoint(module.getValue().files.keySet(), all)
                    && !starts.hasDocumentAt(module.getKey()));
    for (Module module : modules.values()) {
      boolean taken = DumpSource.key(module.shapes()).equals(module.taken);
      if (!taken && module.files.keySet().retainAll(all)) {
        module.changedMillis = round.steadyMillis();
      }
    }
  }

  /** Marks the present content of a dump as not to be read. */
  void pass(Path path) {
    Module module = modules.get(DumpName.moduleOf(path));
    if (module != null) {
      module.taken = DumpSource.key(module.shapes());
      module.passed = module.taken;
    }
  }

  /** Takes over the marks of {@link #pass} from the previous instance. */
  void passAgain(Dumps before) {
    before.modules.forEach(
        (home, module) -> {
          if (module.passed != null) {
            Module again = modules.computeIfAbsent(home, key -> new Module());
            again.taken = module.passed;
            again.passed = module.passed;
          }
        });
  }

  void begin(Round round) {
    modules.forEach(
        (home, module) -> {
          boolean quiet = round.steadyMillis() - module.changedMillis >= QUIET_MILLIS;
          String key = DumpSource.key(module.shapes());
          if ((quiet || round.once()) && !key.equals(module.taken)) {
            begin(home, module, key, round);
          }
        });
  }

  private void begin(Path home, Module module, String key, Round round) {
    try {
      starts.document(home, new DumpSource(home, module.shapes()), round);
      module.taken = key;
    } catch (IOException e) {
      // Changed or removed since the look: the next look sees its new state.
      LOG.debug("{} cannot be read yet", home, e);
    }
  }
}
