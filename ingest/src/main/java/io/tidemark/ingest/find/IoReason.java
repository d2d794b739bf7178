package io.tidemark.ingest.find;

import io.tidemark.model.TerminalText;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Map;

/** Describes why a file cannot be used, without class names and without repeating the path. */
public final class IoReason {

  private static final String EXHAUSTED = "Too many open files";
  private static final String LOOP = "Too many levels of symbolic links";

  private static final Map<Class<? extends IOException>, String> KNOWN =
      Map.of(
          AccessDeniedException.class, "permission denied",
          NoSuchFileException.class, "no such file",
          NotDirectoryException.class, "not a folder",
          FileAlreadyExistsException.class, "a file is there, not a folder",
          CharacterCodingException.class, "not UTF-8 text",
          FileSystemLoopException.class, "its links lead in a circle");

  private IoReason() {}

  public static String of(IOException e) {
    for (Map.Entry<Class<? extends IOException>, String> known : KNOWN.entrySet()) {
      if (known.getKey().isInstance(e)) {
        return known.getValue();
      }
    }
    String reason = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
    if (reason == null || reason.isBlank()) {
      return "the file system gives no reason";
    }
    return isLoop(e) ? "its links lead in a circle" : TerminalText.of(reason);
  }

  /** The failure of an opening for which no file descriptor is left. */
  public static FileSystemException exhausted(Path path) {
    return new FileSystemException(path.toString(), null, EXHAUSTED);
  }

  /** Whether a file cannot be opened because too many are open. */
  public static boolean isExhausted(IOException e) {
    return begins(e, EXHAUSTED);
  }

  static boolean isLoop(IOException e) {
    return e instanceof FileSystemLoopException || begins(e, LOOP);
  }

  private static boolean begins(IOException e, String reason) {
    return e instanceof FileSystemException file
        && file.getReason() != null
        && file.getReason().startsWith(reason);
  }
}
