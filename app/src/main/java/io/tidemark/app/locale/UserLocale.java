package io.tidemark.app.locale;

import org.jspecify.annotations.Nullable;

/**
 * The user's locale, where it knows ASCII only. The launcher then gives this virtual machine one of
 * UTF-8, since it cannot name a file with other characters otherwise.
 */
public final class UserLocale {

  /** The variable that the launcher sets; its former value is in the property, may be empty. */
  private static final String VARIABLE = "LC_ALL";

  private static final @Nullable String BEFORE = System.getProperty("tidemark.lc.all");

  private UserLocale() {}

  /** Whether it knows ASCII only. */
  public static boolean isAscii() {
    return BEFORE != null;
  }

  /** Gives a program that is started the user's locale. */
  public static ProcessBuilder of(ProcessBuilder program) {
    if (BEFORE != null && BEFORE.isEmpty()) {
      program.environment().remove(VARIABLE);
    } else if (BEFORE != null) {
      program.environment().put(VARIABLE, BEFORE);
    }
    return program;
  }
}
