package io.tidemark.analysis.message;

import io.tidemark.analysis.line.Formats;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.OpenText;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.memory.FrameOwners;
import io.tidemark.analysis.message.MessageFile.Example;
import io.tidemark.analysis.message.MessageFile.Row;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All message rows: those of the user are asked before the built-in ones. */
public final class Catalogue {

  /** The rows that Tidemark brings. */
  public static final Catalogue BUILT_IN = new Catalogue(BuiltInRows.compiled(), List.of());

  private final List<MessageFile> own;
  private final List<Message> messages;
  private final List<LineFormat> formats;
  private final FrameOwners frames;

  /** Examples of a user's rows that built-in rows read, too. */
  private final List<String> warnings = new ArrayList<>();

  /** Made when a text alone is read; a log has formats of more systems. */
  private @Nullable Formats read;

  /** Made behind the first failure; most logs have none. */
  private @Nullable Behind behind;

  private Catalogue(List<MessageFile> builtIn, List<MessageFile> own) {
    this.own = List.copyOf(own);
    List<Message> known = messages(builtIn);
    List<Message> users = messages(own);
    messages = Stream.of(known, users).flatMap(List::stream).toList();
    frames =
        new FrameOwners(
            Stream.of(own, builtIn)
                .flatMap(List::stream)
                .flatMap(file -> file.owners().stream())
                .toList());
    LineFormat last = MessageFormat.guessing("messages", rows(known, false));
    formats =
        users.isEmpty()
            ? List.of(last)
            : List.of(MessageFormat.of("messages of the user", rows(users, false)), last);
  }

  private static List<Message> messages(List<MessageFile> files) {
    return files.stream().flatMap(file -> file.messages().stream()).toList();
  }

  private static List<Message> rows(List<Message> rows, boolean behind) {
    return rows.stream().filter(row -> row.kind().isBehind() == behind).toList();
  }

  /** The owners of frames: those of the user's files first. */
  public FrameOwners frames() {
    return frames;
  }

  /** Reads the lines behind a failure. */
  public Behind behind() {
    Behind known = behind;
    if (known == null) {
      known = new Behind(MessageFormat.of("behind", rows(messages, true)));
      behind = known;
    }
    return known;
  }

  /**
   * Returns the built-in rows and those of message files, in their order. The examples of each of
   * these are checked.
   *
   * @param texts the text of each file, by its path
   * @throws IllegalArgumentException naming the file and the row, what is wrong, and what is
   *     allowed
   */
  public static Catalogue builtInAnd(Map<String, byte[]> texts) {
    List<MessageFile> own = new ArrayList<>();
    texts.forEach((path, text) -> own.add(MessageFileReader.read(path, text)));
    Catalogue catalogue = new Catalogue(BuiltInRows.compiled(), own);
    catalogue.check();
    return catalogue;
  }

  /** Checks the built-in rows, as a build does. */
  static void checkBuiltIn() {
    new Catalogue(List.of(), BuiltInRows.texts()).check();
  }

  /** Examples of the user's rows that built-in rows read, too. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** Checks the examples of the user's rows and frames against all of them. */
  private void check() {
    checkRows();
    own.forEach(file -> file.frame().forEach(frame -> frame.check(file, frames)));
  }

  private void checkRows() {
    int at = messages.size() - messages(own).size();
    Set<String> names = new HashSet<>();
    messages.subList(0, at).forEach(row -> names.add(row.writer() + ' ' + row.name()));
    for (MessageFile file : own) {
      for (Row row : file.message()) {
        Message message = messages.get(at++);
        message.compile();
        if (row.examples().isEmpty()) {
          throw file.wrong(row.name(), "no example: want at least one line as it was printed");
        }
        if (!names.add(file.writer() + ' ' + row.name())) {
          throw file.wrong(
              row.name(),
              "writer %s has a row of this name: want another".formatted(file.writer()));
        }
        row.examples().forEach(example -> check(file, message, example));
        for (String line : row.more().not()) {
          Parsed parsed = message.kind().isBehind() ? behind().read(line) : read(line);
          if (parsed instanceof MessageFact fact && fact.message().equals(message)) {
            throw file.wrong(
                row.name(), "not \"%s\": it reads %s there".formatted(line, fact.reads()));
          }
        }
      }
    }
  }

  private void check(MessageFile file, Message message, Example example) {
    Parsed parsed =
        message.kind().isBehind() ? behind().read(example.line()) : read(example.line());
    MessageFact fact = parsed instanceof MessageFact found ? found : null;
    if (fact == null || !fact.message().equals(message)) {
      String found =
          fact == null
              ? explained(parsed, example.line())
              : "row " + fact.message().name() + " of " + fact.message().writer() + " reads it";
      throw file.wrong(message.name(), "example \"%s\": %s".formatted(example.line(), found));
    }
    if (formats.size() > 1
        && read(new Formats(formats.subList(1, 2), List.of()), example.line())
            instanceof MessageFact builtIn
        && !builtIn.isGuess()) {
      warnings.add(
          "%s: message %s: row %s of %s reads example \"%s\", too: this row counts"
              .formatted(
                  file.path(),
                  message.name(),
                  builtIn.message().name(),
                  builtIn.message().writer(),
                  example.line()));
    }
    Map<String, String> reads = new TreeMap<>(fact.reads());
    Map<String, String> want;
    try {
      want = new TreeMap<>(example.values());
    } catch (NumberFormatException e) {
      throw file.wrong(
          message.name(), "reads %s: want sizes or numbers".formatted(example.reads()));
    }
    if (!reads.equals(want)) {
      throw file.wrong(
          message.name(),
          "example \"%s\": reads %s, want %s".formatted(example.line(), reads, want));
    }
  }

  /** Reads the first message of a text, whatever its row asks to stand before it. */
  public Parsed read(String text) {
    Formats known = read;
    if (known == null) {
      known = new Formats(formats, List.of());
      read = known;
    }
    return read(known, text);
  }

  private static Parsed read(Formats formats, String text) {
    Parsed parsed = Parsed.Ignored.IGNORED;
    OpenText open = null;
    for (String line : text.strip().lines().filter(l -> !l.isBlank()).toList()) {
      byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
      boolean states = Parsed.states(formats.parse(bytes, 0, bytes.length));
      OpenText.Read more =
          open == null || states ? null : open.and(formats, bytes, 0, bytes.length);
      Parsed before = Parsed.alone(parsed);
      boolean says = before != Parsed.Ignored.IGNORED && !(before instanceof Parsed.Sign);
      if (more == null && says && !(states && Parsed.isGuess(before))) {
        break;
      }
      parsed = more == null ? formats.parseOpen(bytes, 0, bytes.length) : more.parsed();
      open = more == null ? OpenText.of(parsed, bytes, 0, bytes.length) : more.text();
    }
    parsed = Parsed.alone(parsed);
    return parsed instanceof Parsed.Unprefixed bare ? bare.fact() : parsed;
  }

  /** Reads the first message of a text of several lines; {@code null} if there is none. */
  public @Nullable MessageFact find(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (LineFormat one : formats) {
      MessageFact first = one instanceof MessageFormat rows ? rows.first(bytes) : null;
      if (first != null) {
        return first;
      }
    }
    return null;
  }

  /** Says which row reads a text and what each field is, or where the nearest row stops. */
  public String explain(String text) {
    Parsed parsed = read(text);
    if (parsed instanceof MessageFact fact) {
      StringJoiner lines = new StringJoiner("\n");
      lines.add(
          "%s of %s (%s)".formatted(fact.message().name(), fact.format(), fact.message().is()));
      fact.reads().forEach((field, value) -> lines.add("  %s = %s".formatted(field, value)));
      LineFormat rows = MessageFormat.of("rows", rows(messages, false));
      if (fact.isGuess()
          && read(new Formats(List.of(rows), List.of()), text) instanceof Parsed.Rejected near) {
        lines.add(explained(near, text));
      }
      return lines.toString();
    }
    return explained(parsed, text);
  }

  private static String explained(Parsed parsed, String text) {
    if (parsed instanceof Parsed.Rejected rejected) {
      return "%s, at column %d: \"%s\""
          .formatted(
              rejected.reason(),
              rejected.column(),
              text.strip().substring(Math.min(text.strip().length(), rejected.column() - 1)));
    }
    return parsed instanceof Parsed.Quoted
        ? "quoted: what stands before the message is no head that a logger writes"
        : "no row: none of the texts that are searched for stands in it as it is written";
  }

  /** The rows, in the order in which they are tried. */
  public List<Message> messages() {
    return messages;
  }

  /** The formats that read the messages, in the order in which they are asked. */
  public List<LineFormat> formats() {
    return formats;
  }
}
