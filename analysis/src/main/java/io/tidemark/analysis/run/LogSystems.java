package io.tidemark.analysis.run;

import io.tidemark.analysis.line.DocumentFormat;
import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.Formats;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.LinePrefix;
import io.tidemark.analysis.memory.FrameOwners;
import io.tidemark.analysis.memory.ModuleGroups;
import io.tidemark.analysis.message.Behind;
import io.tidemark.analysis.message.Catalogue;
import io.tidemark.analysis.message.Message.Kind;
import io.tidemark.analysis.message.MessageFact;
import io.tidemark.analysis.system.LogSystem;
import io.tidemark.analysis.system.message.Messages;
import io.tidemark.analysis.system.tenstorrent.Tenstorrent;
import io.tidemark.analysis.system.tenstorrent.TtnnFiles;
import io.tidemark.analysis.system.tflm.TfliteMicro;
import io.tidemark.analysis.system.tpumlir.Chip;
import io.tidemark.analysis.system.tpumlir.TpuMlir;
import io.tidemark.analysis.system.tttrain.TtTrain;
import io.tidemark.analysis.system.xla.Xla;
import io.tidemark.analysis.system.zant.Zant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The log systems that parse lines, in the order in which they are tried. */
public final class LogSystems {

  /** All known systems, without a given chip. */
  public static final LogSystems ALL = known(null, new Messages(Catalogue.BUILT_IN, 0));

  private final List<LogSystem> systems;
  private final Formats formats;
  private final ModuleGroups groups;

  /** Index of the owning system, by name of the format. */
  private final Map<String, Integer> owners = new HashMap<>();

  /**
   * Creates a list of systems. Names of systems and of formats must be unique.
   *
   * @throws IllegalArgumentException for a duplicate name
   */
  public LogSystems(List<LogSystem> systems) {
    this(
        systems,
        new Formats(
            systems.stream().flatMap(system -> system.lineFormats().stream()).toList(),
            systems.stream().flatMap(system -> system.documentFormats().stream()).toList()),
        ModuleGroups.NONE);
  }

  private LogSystems(List<LogSystem> systems, Formats formats, ModuleGroups groups) {
    this.systems = List.copyOf(systems);
    this.formats = formats;
    this.groups = groups;
    Set<String> names = new HashSet<>();
    for (int i = 0; i < systems.size(); i++) {
      LogSystem system = systems.get(i);
      requireNew("system", names.add(system.name()), system.name());
      for (LineFormat format : system.lineFormats()) {
        own(format.name(), i);
        for (String writer : format.names()) {
          owners.putIfAbsent(writer, i);
        }
      }
      for (DocumentFormat format : system.documentFormats()) {
        own(format.name(), i);
      }
    }
  }

  private void own(String format, int system) {
    requireNew("format", owners.put(format, system) == null, format);
  }

  private static void requireNew(String what, boolean isNew, String name) {
    if (!isNew) {
      throw new IllegalArgumentException("%s %s is declared twice".formatted(what, name));
    }
  }

  /**
   * Returns every known system.
   *
   * @param chip target of the compilers unless the log names another; {@code null} for unknown
   * @param messages those of all writers; the built-in ones without a size and a chip give {@link
   *     #ALL}
   */
  public static LogSystems all(@Nullable Chip chip, Messages messages) {
    boolean plain = messages.catalogue() == Catalogue.BUILT_IN && messages.deviceBytes() == 0;
    return chip == null && plain ? ALL : known(chip, messages);
  }

  private static LogSystems known(@Nullable Chip chip, Messages messages) {
    return new LogSystems(
        List.of(
            new Tenstorrent(),
            new TpuMlir(chip),
            new TtTrain(),
            new Zant(),
            new TfliteMicro(),
            new Xla(),
            new TtnnFiles(),
            messages));
  }

  /** Returns these systems with one replaced, for example by one that reports to a listener. */
  public <S extends LogSystem> LogSystems with(Class<S> kind, UnaryOperator<S> changed) {
    return new LogSystems(
        systems.stream()
            .map(system -> kind.isInstance(system) ? changed.apply(kind.cast(system)) : system)
            .toList(),
        formats,
        groups);
  }

  /** Returns these systems with a single format to parse; all of them for {@code null}. */
  public LogSystems only(@Nullable String format) {
    return format == null ? this : new LogSystems(systems, formats.only(format), groups);
  }

  /** Returns these systems for lines that stand behind a prefix. */
  public LogSystems behind(LinePrefix prefix) {
    return new LogSystems(systems, formats.behind(prefix), groups);
  }

  /** Returns these systems with a user's names of modules. */
  public LogSystems grouped(ModuleGroups own) {
    return own.equals(groups) ? this : new LogSystems(systems, formats, own);
  }

  /** A user's names of modules. */
  public ModuleGroups groups() {
    return groups;
  }

  public List<LogSystem> systems() {
    return systems;
  }

  /** Reads the lines behind a failure. */
  Behind behind() {
    return catalogue().behind();
  }

  FrameOwners frames() {
    return catalogue().frames();
  }

  private Catalogue catalogue() {
    return messages().map(Messages::catalogue).orElse(Catalogue.BUILT_IN);
  }

  /** Size of a device's memory that the user gives; 0 for none. */
  long deviceBytes() {
    return messages().map(Messages::deviceBytes).orElse(0L);
  }

  private Optional<Messages> messages() {
    return systems.stream()
        .filter(Messages.class::isInstance)
        .map(Messages.class::cast)
        .findFirst();
  }

  public Formats formats() {
    return formats;
  }

  /** Returns the index in {@link #systems} of the system whose tracker takes the fact. */
  int indexOf(Fact fact) {
    Integer owner = owners.get(fact.format());
    if (owner == null) {
      throw new IllegalArgumentException(
          "format %s: no system declares it, allowed are %s"
              .formatted(fact.format(), owners.keySet()));
    }
    boolean own =
        !(fact instanceof MessageFact message)
            || (message.is(Kind.FAILURE) && systems.get(owner).tracksFailures());
    return own ? owner : owners.getOrDefault(Messages.NAME, owner);
  }
}
