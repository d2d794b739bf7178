package io.tidemark.analysis;

import io.tidemark.analysis.line.Formats;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.tenstorrent.Tenstorrent;
import io.tidemark.analysis.system.tenstorrent.TtnnFiles;
import io.tidemark.analysis.system.tflm.TfliteMicro;
import io.tidemark.analysis.system.tpumlir.Chip;
import io.tidemark.analysis.system.tpumlir.TpuMlir;
import io.tidemark.analysis.system.tttrain.TtTrain;
import io.tidemark.analysis.system.xla.Xla;
import io.tidemark.analysis.system.zant.Zant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The log systems that parse lines, in the order in which they are tried. */
public final class LogSystems {

  /** All known systems, without a given chip. */
  public static final LogSystems ALL = known(null);

  private final List<LogSystem> systems;
  private final Formats formats;

  /** Index of the owning system, by index of the format name. */
  private final int[] owners;

  /**
   * Creates a list of systems. Names of systems and of formats must be unique.
   *
   * @throws IllegalArgumentException for a duplicate name
   */
  public LogSystems(List<LogSystem> systems) {
    this.systems = List.copyOf(systems);
    this.formats =
        new Formats(
            systems.stream().flatMap(system -> system.lineFormats().stream()).toList(),
            systems.stream().flatMap(system -> system.documentFormats().stream()).toList());
    this.owners = formats.names().stream().mapToInt(this::ownerOf).toArray();
    requireDistinct("system", systems.stream().map(LogSystem::name).toList());
    requireDistinct("format", formats.names());
  }

  /**
   * Returns every known system.
   *
   * @param chip target of the compilers unless the log names another; {@code null} for unknown,
   *     which gives {@link #ALL}
   */
  public static LogSystems all(@Nullable Chip chip) {
    return chip == null ? ALL : known(chip);
  }

  private static LogSystems known(@Nullable Chip chip) {
    return new LogSystems(
        List.of(
            new Tenstorrent(),
            new TpuMlir(chip),
            new TtTrain(),
            new Zant(),
            new TfliteMicro(),
            new Xla(),
            new TtnnFiles()));
  }

  private static void requireDistinct(String what, List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new IllegalArgumentException(
            "%s %s is declared twice: %s".formatted(what, name, names));
      }
    }
  }

  private int ownerOf(String format) {
    for (int i = 0; i < systems.size(); i++) {
      LogSystem system = systems.get(i);
      boolean owns =
          system.lineFormats().stream().anyMatch(line -> line.name().equals(format))
              || system.documentFormats().stream().anyMatch(kind -> kind.name().equals(format));
      if (owns) {
        return i;
      }
    }
    throw new IllegalArgumentException("no system has the format " + format);
  }

  /** Returns these systems and one more, which is tried last. */
  public LogSystems and(LogSystem more) {
    List<LogSystem> all = new ArrayList<>(systems);
    all.add(more);
    return new LogSystems(all);
  }

  /** Returns these systems with one replaced, for example by one that reports to a listener. */
  public <S extends LogSystem> LogSystems with(Class<S> kind, UnaryOperator<S> changed) {
    return new LogSystems(
        systems.stream()
            .map(system -> kind.isInstance(system) ? changed.apply(kind.cast(system)) : system)
            .toList());
  }

  List<LogSystem> systems() {
    return systems;
  }

  /** The formats of all systems. */
  public Formats formats() {
    return formats;
  }

  /** Returns the index in {@link #systems} of the system that owns the format. */
  int indexOf(String format) {
    int place = formats.names().indexOf(format);
    if (place < 0) {
      throw new IllegalArgumentException(
          "format %s: no system declares it, allowed are %s".formatted(format, formats.names()));
    }
    return owners[place];
  }
}
