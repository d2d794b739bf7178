package io.tidemark.ingest.own;

import io.tidemark.model.log.TailerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The process space of this process, and what it shows of other processes on the machine. On Linux
 * it is the boot id and the PID namespace: host names may be equal, and each container has a
 * process 1. On other systems it is the host.
 */
public final class ProcessSpace {

  private static final Path PROC = Path.of("/proc");
  private static final int START_TICKS = 19;

  private final TailerProcess self;

  private ProcessSpace(TailerProcess self) {
    this.self = self;
  }

  /** This process, as a tailer with a new id. */
  public static ProcessSpace own() {
    long pid = ProcessHandle.current().pid();
    long start = start(pid).orElse(0L);
    return new ProcessSpace(
        new TailerProcess(UUID.randomUUID().toString(), host(), pid, start, name()));
  }

  public TailerProcess self() {
    return self;
  }

  /** Whether that process is gone; false if this cannot be known. */
  public boolean isGone(TailerProcess other) {
    if (!isHere(other)) {
      return false;
    }
    if (other.pid() == self.pid()) {
      return true;
    }
    // Where processes of other users are hidden, a process may exist unseen.
    boolean visible = ProcessHandle.of(1).isPresent();
    return visible && start(other.pid()).filter(start -> start == other.start()).isEmpty();
  }

  private boolean isHere(TailerProcess other) {
    String space = self.processSpace();
    return space == null
        ? other.processSpace() == null && self.host().equals(other.host())
        : space.equals(other.processSpace());
  }

  /** Start time of a process in clock ticks since boot, which a changed clock does not affect. */
  static Optional<Long> start(long pid) {
    try {
      String stat = Files.readString(PROC.resolve(Long.toString(pid)).resolve("stat"));
      String[] afterName = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      boolean ended = afterName[0].equals("Z") || afterName[0].equals("X");
      return ended ? Optional.empty() : Optional.of(Long.parseLong(afterName[START_TICKS]));
    } catch (IOException notLinux) {
      return ProcessHandle.of(pid)
          .flatMap(process -> process.info().startInstant())
          .map(Instant::toEpochMilli);
    }
  }

  private static @Nullable String name() {
    try {
      String boot = Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip();
      return boot + " " + Files.readSymbolicLink(PROC.resolve("self/ns/pid"));
    } catch (IOException | UnsupportedOperationException notLinux) {
      return null;
    }
  }

  /** The kernel's name of this machine, in characters of a source's name; resolves nothing. */
  public static String host() {
    try {
      return safe(Files.readString(PROC.resolve("sys/kernel/hostname")));
    } catch (IOException notLinux) {
      try {
        return safe(InetAddress.getLocalHost().getHostName());
      } catch (UnknownHostException nameless) {
        return "localhost";
      }
    }
  }

  static String safe(String host) {
    String name = host.strip().replaceAll("[^A-Za-z0-9._-]", "-");
    return name.isEmpty() ? "localhost" : name.substring(0, Math.min(100, name.length()));
  }
}
