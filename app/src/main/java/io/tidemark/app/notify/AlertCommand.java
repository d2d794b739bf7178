package io.tidemark.app.notify;

import io.tidemark.app.locale.UserLocale;
import io.tidemark.app.notify.AlertQueue.AlertReceiver;
import io.tidemark.model.TerminalText;
import io.tidemark.model.memory.Culprit;
import io.tidemark.model.memory.MemoryUsage;
import io.tidemark.sink.answer.Answer;
import io.tidemark.sink.answer.Fullness;
import io.tidemark.sink.verdict.CulpritText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs a program for each notice, one at a time, without a shell and without arguments. Text of a
 * log reaches it only through environment variables and standard input.
 */
final class AlertCommand implements AlertReceiver {

  static final Duration LONGEST = Duration.ofSeconds(60);

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
    variables(notice, command.environment());
    Process process =
        command
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      feed(process, text.document(notice));
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

  static void variables(AlertNotice notice, Map<String, String> variables) {
    variables.put("ALERT_STATUS", notice.status().label());
    AlertText.labels(notice)
        .forEach(
            (name, value) -> put(variables, "ALERT_" + name.replace("alertname", "name"), value));
    put(variables, "ALERT_SUMMARY", notice.alert().sentence());
    Answer answer = notice.answer();
    if (answer != null) {
      Map<String, String> parts = new LinkedHashMap<>();
      answer.parts().forEach(part -> parts.merge(part.kind(), part.words(), "%s; %s"::formatted));
      parts.forEach((kind, words) -> put(variables, "ALERT_" + kind, words));
    }
    MemoryUsage usage = notice.usage();
    Fullness stated = answer == null ? null : answer.where();
    if (stated != null && stated.neededBytes() != null) {
      variables.put("ALERT_NEEDED_BYTES", stated.neededBytes().toString());
    }
    if (usage == null && stated != null) {
      if (stated.usedBytes() != null) {
        variables.put("ALERT_USED_BYTES", stated.usedBytes().toString());
        variables.put("ALERT_PEAK_BYTES", Long.toString(stated.peakBytes()));
      }
      variables.put("ALERT_CAPACITY_BYTES", Long.toString(stated.capacityBytes()));
    }
    if (usage == null) {
      return;
    }
    variables.put("ALERT_USED_BYTES", Long.toString(usage.now().usedBytes()));
    variables.put("ALERT_CAPACITY_BYTES", Long.toString(usage.now().capacityBytes()));
    variables.put("ALERT_PEAK_BYTES", Long.toString(usage.tidemark().usedBytes()));
    Culprit culprit = usage.tidemark().culprit();
    if (culprit.raisedBy() != null) {
      put(variables, "ALERT_OP", culprit.raisedBy());
    }
    String place = CulpritText.place(culprit);
    if (place != null) {
      put(variables, "ALERT_PLACE", place);
    }
  }

  /** Text of a log may contain characters that no variable can hold, such as NUL. */
  private static void put(Map<String, String> variables, String name, String value) {
    variables.put(name.toUpperCase(Locale.ROOT), TerminalText.of(value));
  }

  @Override
  public String toString() {
    return "--on-alert " + program;
  }
}
