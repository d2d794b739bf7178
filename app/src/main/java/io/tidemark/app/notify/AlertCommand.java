package io.tidemark.app.notify;

import io.tidemark.app.locale.UserLocale;
import io.tidemark.app.notify.AlertQueue.AlertReceiver;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs a program for each notice, one at a time, without a shell and without arguments. Text of a
 * log reaches it only through environment variables and standard input.
 */
final class AlertCommand implements AlertReceiver {

  static final Duration LONGEST = Duration.ofSeconds(60);

  private static final AlertForm FORM = AlertForm.of("", AlertForm.WEBHOOK, null);

  private final Path program;
  private final AlertText text;
  private final Duration longest;

  AlertCommand(Path program, AlertText text, Duration longest) {
    this.program = program;
    this.text = text;
    this.longest = longest;
  }

  @Override
  public void deliver(AlertNotice notice) throws IOException, InterruptedException {
    ProcessBuilder command = UserLocale.of(new ProcessBuilder(program.toString()));
    Map<String, String> values = text.values(notice);
    command.environment().putAll(values);
    Process process =
        command
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      feed(process, FORM.document(values));
      if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new Rejected("it was stopped after %d s".formatted(longest.toSeconds()));
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    if (process.exitValue() != 0) {
      throw new IOException("it exits with " + process.exitValue());
    }
  }

  /** The document is smaller than a pipe's buffer, so this never blocks. */
  private static void feed(Process process, byte[] document) {
    try (OutputStream in = process.getOutputStream()) {
      in.write(document);
    } catch (IOException e) {
      // It does not read its input, since the variables may be enough.
    }
  }

  @Override
  public String toString() {
    return "--on-alert " + program;
  }
}
