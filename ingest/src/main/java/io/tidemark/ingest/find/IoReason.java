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

/** Describes why a file cannot be used, without class names and without repeating the path. */
public final class IoReason {

  private static final String LOOP = "Too many levels of symbolic links";

  private IoReason() {}

  public static String of(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NoSuchFileException) {
      return "no such file";
    }
    if (e instanceof NotDirectoryException) {
      return "not a folder";
    }
    if (e instanceof FileAlreadyExistsException) {
      return "a file is there, not a folder";
    }
    if (e instanceof CharacterCodingException) {
      return "not UTF-8 text";
    }
    if (e instanceof FileSystemLoopException) {
      return "its links lead in a circle";
    }
    String reason = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
    if (reason == null || reason.isBlank()) {
      return "the file system gives no reason";
    }
    return reason.startsWith(LOOP) ? "its links lead in a circle" : TerminalText.of(reason);
  }
}
