package io.tidemark.analysis.run;

import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.LineListener;
import io.tidemark.analysis.line.LineScan;
import io.tidemark.analysis.log.LineAt;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.RunContext;
import io.tidemark.analysis.system.SystemTracker;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The trackers of a run. Each is created at the first fact of its system, except one that needs the
 * lines before it.
 */
final class Trackers {

  private final LogSystems systems;
  final RunContext context;
  private final @Nullable SystemTracker[] bySystem;

  /** The trackers that exist, in the order of their systems. */
  private List<SystemTracker> all = List.of();

  /** Mostly few that need nothing, so that a line costs little. */
  private List<LineListener> listeners = List.of();

  Trackers(LogSystems systems, RunContext context) {
    this.systems = systems;
    this.context = context;
    this.bySystem = new SystemTracker[systems.systems().size()];
  }

  /** Creates those that need the lines before their first fact. */
  Trackers begin() {
    for (int i = 0; i < bySystem.length; i++) {
      if (systems.systems().get(i).needsLines()) {
        at(i);
      }
    }
    return this;
  }

  /** Creates the tracker of a system; it is used once it is {@link #put}. */
  SystemTracker create(LogSystem system) {
    return system.newTracker(context);
  }

  void put(int system, SystemTracker tracker) {
    bySystem[system] = tracker;
    all = Arrays.stream(bySystem).filter(Objects::nonNull).toList();
    listeners = all.stream().flatMap(one -> one.lineListeners().stream()).toList();
  }

  private SystemTracker at(int system) {
    SystemTracker known = bySystem[system];
    if (known != null) {
      return known;
    }
    SystemTracker created = create(systems.systems().get(system));
    put(system, created);
    return created;
  }

  SystemTracker of(Fact fact) {
    return at(systems.indexOf(fact));
  }

  List<SystemTracker> all() {
    return all;
  }

  void each(BiConsumer<LogSystem, SystemTracker> each) {
    for (int i = 0; i < bySystem.length; i++) {
      SystemTracker tracker = bySystem[i];
      if (tracker != null) {
        each.accept(systems.systems().get(i), tracker);
      }
    }
  }

  /** Carries state over from the previous run. */
  void follow(Trackers before) {
    for (int i = 0; i < bySystem.length; i++) {
      SystemTracker earlier = before.bySystem[i];
      if (earlier != null) {
        at(i).follow(earlier);
      }
    }
  }

  void show(LineAt line) {
    for (LineListener listener : listeners) {
      listener.onLine(line.bytes(), line.start(), line.end(), line.number());
    }
  }

  /** Shows ignored lines to the listeners; {@code number} is the number of the first. */
  void ignored(LineScan scan, long number) {
    for (LineListener listener : listeners) {
      int most = listener.ignoredLines();
      if (most > 0) {
        scan.showIgnored(listener, number, most);
      }
    }
  }
}
