package io.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.analysis.message.Catalogue;
import io.tidemark.analysis.message.Message;
import io.tidemark.model.TerminalText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "messages", mixinStandardHelpOptions = true)
final class MessagesCommand implements Callable<Integer> {

  @Mixin MessageOption messages = new MessageOption();

  @Option(names = "--try", paramLabel = "TEXT|FILE")
  @Nullable String text;

  @Option(names = "--check", paramLabel = "FILE|DIR")
  void check(Path path) {
    messages.paths.add(path);
  }

  @Override
  public Integer call() throws IOException {
    Catalogue catalogue = messages.catalogue();
    catalogue
        .warnings()
        .forEach(words -> System.err.println("tidemark: warning: " + TerminalText.of(words)));
    if (text == null) {
      catalogue.messages().forEach(MessagesCommand::print);
      return 0;
    }
    Path file = Path.of(text.lines().findFirst().orElse(""));
    String tried = Files.isRegularFile(file) ? new String(Files.readAllBytes(file), UTF_8) : text;
    catalogue.explain(tried).lines().map(TerminalText::of).forEach(System.out::println);
    return 0;
  }

  private static void print(Message message) {
    System.out.println(
        TerminalText.of(
            "%-14s %-34s %-8s %s"
                .formatted(message.writer(), message.name(), message.is(), message.text())));
  }
}
