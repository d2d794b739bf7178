package io.tidemark.app.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether this process is in the foreground of a terminal, whatever its outputs are. */
public final class Foreground {

  private static final Path STAT = Path.of("/proc/self/stat");

  /** Behind the name: the process group, and the group in the foreground of its terminal. */
  private static final int GROUP = 2;

  private static final int FOREGROUND_GROUP = 5;

  private Foreground() {}

  /** See proc(5); elsewhere an output that is a terminal stands for it. */
  public static boolean ofATerminal() {
    try {
      return ofATerminal(Files.readString(STAT));
    } catch (IOException e) {
      return Boolean.getBoolean("tidemark.terminal")
          || Boolean.getBoolean("tidemark.terminal.errors");
    }
  }

  /** A name may hold spaces and brackets. */
  static boolean ofATerminal(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return fields[GROUP].equals(fields[FOREGROUND_GROUP]);
  }
}
