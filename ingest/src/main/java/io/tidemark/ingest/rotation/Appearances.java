package io.tidemark.ingest.rotation;

import io.tidemark.ingest.find.IoReason;
import io.tidemark.model.TerminalText;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts how often a file appeared at the path of a log, as the kernel reports it, and how many of
 * these files were seen there. The difference is the number of files that came and went between two
 * looks.
 *
 * <p>The kernel reports only what happens on this machine. So a network file system, or a link that
 * leads to another folder, counts no file. Reports come late: a difference is certain only when it
 * lasts.
 */
public final class Appearances implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Appearances.class);

  /** A difference that lasts this long is certain, and so is a name's first report. */
  private static final long CERTAIN_MILLIS = 1_000;

  /** The kernel joins equal reports in a row, so that which parts them is asked for, too. */
  private static final WatchEvent.Kind<?>[] REPORTS = {
    StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_DELETE
  };

  private static final int MOST_STRANGERS = 10_000;

  private static final long NEVER = Long.MIN_VALUE / 2;

  private final @Nullable WatchService kernel;
  private final Map<Path, Watched> byFolder = new HashMap<>();

  /** Folders that the kernel does not report on now. */
  private final Set<Path> refused = new HashSet<>();

  private boolean complained;

  /** How many files appeared at paths of no known log since the last look for new logs. */
  private Map<Path, Integer> strangers = new HashMap<>();

  /** The same before it, for the logs that this look finds. */
  private Map<Path, Integer> lately = new HashMap<>();

  /** A folder, with the logs in it by name. */
  private record Watched(WatchKey key, Map<Path, Name> names) {}

  private static final class Name {
    private @Nullable String file;
    private long unseen;

    /** Whether another file came lately: without one, the same file was moved away and back. */
    private boolean changed;

    private long changedMillis = NEVER;
    private long sinceMillis = NEVER;
    private boolean excused;

    void changedAt(long steadyMillis) {
      changed = true;
      changedMillis = steadyMillis;
    }
  }

  private Appearances(@Nullable WatchService kernel) {
    this.kernel = kernel;
  }

  /** Counts nothing, as where the kernel reports nothing. */
  public static Appearances none() {
    return new Appearances(null);
  }

  /** Listens to the kernel; other systems than Linux would list the folders instead. */
  public static Appearances reported() {
    if (!System.getProperty("os.name", "").startsWith("Linux")) {
      return none();
    }
    try {
      return new Appearances(FileSystems.getDefault().newWatchService());
    } catch (IOException | UnsupportedOperationException e) {
      LOG.info("files that come and go between two looks are not counted: {}", e.getMessage());
      return none();
    }
  }

  /** Reads the reports since the last call. */
  public void read() {
    WatchKey key = kernel == null ? null : kernel.poll();
    while (kernel != null && key != null) {
      Watched folder = byFolder.get(key.watchable());
      for (WatchEvent<?> event : key.pollEvents()) {
        if (event.kind() == StandardWatchEventKinds.ENTRY_DELETE) {
          continue;
        }
        if (folder != null && event.context() instanceof Path name) {
          Name log = folder.names().get(name);
          if (log != null) {
            log.unseen += event.count();
          } else if (strangers.size() < MOST_STRANGERS) {
            Path path = ((Path) key.watchable()).resolve(name);
            strangers.merge(path, event.count(), Integer::sum);
          }
        } else if (folder != null) {
          folder.names().clear();
          LOG.warn(
              "{}: more changes than the kernel reports; files of logs that came and went in it just"
                  + " now are not counted",
              TerminalText.of(key.watchable().toString()));
        }
      }
      if (!key.reset()) {
        byFolder.remove(key.watchable());
      }
      key = kernel.poll();
    }
  }

  /**
   * Listens to these folders, in which new logs may begin.
   *
   * @param present the files that were there just before
   */
  public void listen(Collection<Path> folders, Collection<Path> present) {
    refused.clear();
    Set<Path> begun = new HashSet<>();
    for (Path folder : folders) {
      if (!byFolder.containsKey(folder) && byFolder.computeIfAbsent(folder, this::watch) != null) {
        begun.add(folder);
      }
    }
    for (Path path : begun.isEmpty() ? List.<Path>of() : present) {
      // No report of it will come.
      if (begun.contains(path.resolveSibling(""))) {
        strangers.merge(path, 1, Integer::sum);
      }
    }
  }

  /** The paths at which files appeared since the last call, but those of known logs. */
  public Set<Path> strangers() {
    lately = strangers;
    strangers = new HashMap<>();
    return Set.copyOf(lately.keySet());
  }

  /**
   * Records the file that is at the path of a log now.
   *
   * @param file its key; {@code null} if there is none
   * @param others number of other files of the log that are known and may have been here before
   */
  public void saw(Path home, @Nullable String file, LongSupplier others, long steadyMillis) {
    if (kernel == null) {
      return;
    }
    Name name = nameOf(home);
    if (name == null) {
      watch(home, file, others, steadyMillis);
    } else if (!Objects.equals(file, name.file)) {
      name.file = file;
      name.unseen -= file == null ? 0 : 1;
      name.changedAt(steadyMillis);
    }
  }

  /** Unknown files that appeared here before the first one that was seen are missed, too. */
  private void watch(Path home, @Nullable String file, LongSupplier others, long steadyMillis) {
    Path folder = home.resolveSibling("");
    boolean heard = byFolder.containsKey(folder);
    Watched watched = byFolder.computeIfAbsent(folder, this::watch);
    if (watched != null) {
      Name name = new Name();
      int here = file == null ? 0 : 1;
      int before = lately.getOrDefault(home, 0) + strangers.getOrDefault(home, 0);
      lately.remove(home);
      strangers.remove(home);
      name.file = file;
      name.unseen = heard ? before - here - Math.min(before, others.getAsLong()) : 0;
      if (heard && file != null) {
        name.changedAt(steadyMillis);
      }
      watched.names().put(home.getFileName(), name);
    }
  }

  private @Nullable Watched watch(Path folder) {
    if (kernel == null || refused.contains(folder) || !Files.isDirectory(folder)) {
      return null;
    }
    try {
      return new Watched(folder.register(kernel, REPORTS), new HashMap<>());
    } catch (IOException e) {
      refused.add(folder);
      if (!complained) {
        complained = true;
        LOG.warn(
            "{}: files of logs that come and go between two looks are not counted here, nor in other"
                + " folders that the kernel refuses to watch: {}",
            TerminalText.of(folder.toString()),
            IoReason.of(e));
      }
      return null;
    }
  }

  /** Records that an unread file was found that had been at this path; its report may come late. */
  public void found(Path home) {
    Name name = nameOf(home);
    if (name != null) {
      name.unseen--;
    } else if (kernel != null) {
      strangers.merge(home, -1, Integer::sum);
    }
  }

  /** Records that the file at this path holds what the files before it held. */
  public void excuse(Path home) {
    Name name = nameOf(home);
    if (name != null) {
      name.excused = true;
    }
  }

  /** Whether files came and went at this path, as far as reported now. */
  public boolean suspected(Path home) {
    Name name = nameOf(home);
    return name != null && name.unseen > 0 && !name.excused && name.changed;
  }

  /** The number of files that certainly came and went at this path unseen; counts each once. */
  public long missed(Path home, long steadyMillis) {
    Name name = nameOf(home);
    if (name == null) {
      return 0;
    }
    if (name.unseen == 0 && !name.excused) {
      name.sinceMillis = NEVER;
      name.changed &= steadyMillis - name.changedMillis <= 3 * CERTAIN_MILLIS;
      return 0;
    }
    if (name.sinceMillis == NEVER) {
      name.sinceMillis = steadyMillis;
    }
    if (steadyMillis - name.sinceMillis < CERTAIN_MILLIS) {
      return 0;
    }
    long missed = name.changed && !name.excused ? Math.max(0, name.unseen) : 0;
    name.unseen = 0;
    name.sinceMillis = NEVER;
    name.excused = false;
    return missed;
  }

  private @Nullable Name nameOf(Path home) {
    Watched folder = byFolder.get(home.resolveSibling(""));
    return folder == null ? null : folder.names().get(home.getFileName());
  }

  /** Forgets the path of a log that is no longer followed. */
  public void forget(Path home) {
    Watched folder = byFolder.get(home.resolveSibling(""));
    if (folder != null) {
      folder.names().remove(home.getFileName());
    }
  }

  @Override
  public void close() {
    if (kernel != null) {
      try {
        kernel.close();
      } catch (IOException e) {
        LOG.debug("the kernel's reports cannot be closed", e);
      }
    }
  }
}
