package io.tidemark.app.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Detects whether this process is in the foreground of a terminal, independent of its outputs. */
public final class Foreground {

  private static final Path STAT = Path.of("/proc/self/stat");

  /** Fields after the name: the process group, and the foreground group of the terminal. */
  private static final int GROUP = 2;

  private static final int FOREGROUND_GROUP = 5;

  private Foreground() {}

  /**
   * Reads /proc, see proc(5). On other systems, an output that is a terminal is taken as a sign.
   */
  public static boolean ofATerminal() {
    try {
      return ofATerminal(Files.readString(STAT));
    } catch (IOException e) {
      return Boolean.getBoolean("tidemark.terminal")
          || Boolean.getBoolean("tidemark.terminal.errors");
    }
  }

  /** The name may contain spaces and brackets, so fields are counted after its end. */
  static boolean ofATerminal(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return fields[GROUP].equals(fields[FOREGROUND_GROUP]);
  }
}
