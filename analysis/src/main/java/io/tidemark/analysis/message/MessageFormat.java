package io.tidemark.analysis.message;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.Needles;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Quoted;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.line.Parsed.Unfinished;
import io.tidemark.analysis.line.Parsed.Unprefixed;
import io.tidemark.analysis.line.Parsed.Voucher;
import io.tidemark.analysis.line.Quotation;
import io.tidemark.analysis.memory.MemoryBounds;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds and reads the messages of all writers. Of several messages in a line the first one that
 * nothing quotes counts; of several rows that read the same place, the one that reads most of it.
 */
final class MessageFormat extends LineFormat {

  /** Limit of needles that are looked at in a line. */
  private static final int MOST_HITS = 8;

  /** A date, a time of day, or the seconds since the kernel's start. */
  private static final Pattern TIME =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?(?:Z|[+-]\\d\\d:?\\d\\d)?"
              + "|[A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d(?: \\d{4})?|\\d\\d:\\d\\d:\\d\\d"
              + "|\\[ *\\d+\\.\\d{6}\\]");

  private final List<Message> messages;
  private final List<String> texts;
  private final List<String> writers;

  /** Whether failures are read that no row reads. */
  private final boolean guesses;

  private final Needles search;

  /** Bytes of a line before and behind a needle that a message may take. */
  private static final int BEFORE = 512;

  private static final int BEHIND = 4096;

  /** By text: the messages that are a whole line. */
  private final Map<String, Message> whole = new HashMap<>();

  /** By needle: the messages with it, or with one that begins like it. */
  private final List<List<Message>> owners;

  /** Reads these rows, and failures that none of them reads. */
  static MessageFormat guessing(String name, List<Message> messages) {
    return new MessageFormat(name, messages, UnknownWriter.NEEDLES);
  }

  /** Reads these rows alone. */
  static MessageFormat of(String name, List<Message> messages) {
    return new MessageFormat(name, messages, List.of());
  }

  /**
   * @param guessed needles of failures that no row reads
   */
  private MessageFormat(String name, List<Message> messages, List<String> guessed) {
    super(name, needles(messages, guessed));
    this.messages = messages;
    texts = needles(messages, guessed);
    guesses = !guessed.isEmpty();
    messages.stream().filter(Message::whole).forEach(row -> whole.putIfAbsent(row.text(), row));
    Stream<String> unknown = guessed.isEmpty() ? Stream.of() : Stream.of(UnknownWriter.NAME);
    writers = Stream.concat(messages.stream().map(Message::writer), unknown).distinct().toList();
    search = new Needles(texts);
    List<Message> found = messages.stream().filter(row -> !row.whole()).toList();
    owners = Needles.owners(texts, found, Message::needle);
  }

  @Override
  public List<String> names() {
    return writers;
  }

  @Override
  public @Nullable LineFormat only(String writer) {
    List<Message> own = messages.stream().filter(m -> m.writer().equals(writer)).toList();
    boolean unknown = guesses && writer.equals(UnknownWriter.NAME);
    return writer.equals(name)
        ? this
        : unknown ? guessing(name, own) : own.isEmpty() ? null : of(name, own);
  }

  private static List<String> needles(List<Message> messages, List<String> guessed) {
    Stream<String> known = messages.stream().filter(row -> !row.whole()).map(Message::needle);
    return Stream.concat(known, guessed.stream()).distinct().toList();
  }

  @Override
  public Parsed parse(byte[] bytes, int head, int start, int end, int needle) {
    Parsed parsed = Ignored.IGNORED;
    int hit = search.find(bytes, needle, end);
    for (int left = MOST_HITS; hit >= 0 && left > 0 && undecided(parsed); left--) {
      Parsed here = at(bytes, head, start, end, hit);
      boolean waits = parsed instanceof Unfinished && !Parsed.states(here);
      boolean broken = parsed instanceof Rejected && here instanceof Rejected;
      parsed = waits || broken || here == Ignored.IGNORED ? parsed : here;
      hit = search.find(bytes, hit + 1, end);
    }
    boolean unread = undecided(parsed) && !(Parsed.alone(parsed) instanceof Quoted);
    return unread && guesses ? guessed(parsed, bytes, head, start, end) : parsed;
  }

  /** Reads a failure that no row reads, where the line does not go on as that of a row. */
  private Parsed guessed(Parsed parsed, byte[] bytes, int head, int start, int end) {
    int hit = UnknownWriter.find(bytes, start, end);
    int from = Math.max(Math.min(head, start), hit - BEFORE);
    Message.Match guess =
        hit < 0 ? null : UnknownWriter.read(text(bytes, from, hit, end), hit - from);
    if (guess == null) {
      return parsed;
    }
    int at = from + guess.start();
    Parsed alone = judged(guess, bytes, head, Math.min(start, at), at);
    return parsed instanceof Unfinished open
        ? new Unfinished(
            alone, open.hit(), open.further(), Parsed.states(open.last()) ? open.last() : alone)
        : alone;
  }

  @Override
  public boolean mayBegin(byte first) {
    return whole.keySet().stream().anyMatch(text -> text.charAt(0) == first);
  }

  @Override
  public boolean mayEnd(byte last) {
    return whole.keySet().stream().anyMatch(text -> text.charAt(text.length() - 1) == last);
  }

  @Override
  public Parsed unmarked(byte[] bytes, int head, int start, int end) {
    boolean mayBe = end - start <= MessageFile.MOST_WHOLE;
    Message message = mayBe ? whole.get(Bytes.text(bytes, start, end)) : null;
    if (message == null) {
      return Ignored.IGNORED;
    }
    Message.Match match =
        new Message.Match(0, end - start, new MessageFact(message), Map.of(), false);
    return judged(match, bytes, head, start, start);
  }

  /** Reads the first message at any position, whatever stands before it. */
  @Nullable MessageFact first(byte[] bytes) {
    int hit = search.find(bytes, 0, bytes.length);
    for (; hit >= 0; hit = search.find(bytes, hit + 1, bytes.length)) {
      int which = search.which(bytes, hit, bytes.length);
      int from = Math.max(0, hit - BEFORE);
      String text = text(bytes, from, hit, bytes.length);
      Message.Match match = match(owners.get(which), text, hit - from);
      if (match != null) {
        return match.fact();
      }
    }
    return null;
  }

  private static boolean undecided(Parsed parsed) {
    Parsed alone = Parsed.alone(parsed);
    return alone == Ignored.IGNORED || alone instanceof Quoted || alone instanceof Rejected;
  }

  private Parsed at(byte[] bytes, int head, int start, int end, int hit) {
    int which = search.which(bytes, hit, end);
    if (which < 0) {
      return Ignored.IGNORED;
    }
    // What a wrapper takes for its own may be the begin of a message.
    int from = Math.max(Math.min(head, start), hit - BEFORE);
    String text = text(bytes, from, hit, end);
    if (isPlain(text)) {
      return at(bytes, head, start, end, hit, text, owners.get(which));
    }
    int needle = texts.get(which).length();
    int begin = Math.min(head, start);
    LineText plain = LineText.of(bytes, begin, start, end, hit, needle);
    byte[] line = plain.bytes();
    from = Math.max(0, plain.hit() - BEFORE);
    text = text(line, from, plain.hit(), line.length);
    Parsed parsed = at(line, 0, plain.start(), line.length, plain.hit(), text, owners.get(which));
    return parsed instanceof Unfinished open
        ? new Unfinished(open.alone(), hit, open.further(), open.last())
        : parsed;
  }

  /** Whether a text has no colours and none of the signs that stand for those of ASCII. */
  private static boolean isPlain(String text) {
    boolean plain = true;
    for (int i = 0; i < text.length() && plain; i++) {
      char c = text.charAt(i);
      plain = c != Bytes.ESCAPE && c != '\u00c2' && c != '\u00e2';
    }
    return plain;
  }

  /**
   * Reads a needle's rows.
   *
   * @param text what a message may take around the needle
   */
  private static Parsed at(
      byte[] bytes, int head, int start, int end, int hit, String text, List<Message> rows) {
    int from = Math.max(Math.min(head, start), hit - BEFORE);
    Message.Match match = match(rows, text, hit - from);
    if (match == null) {
      return inPart(bytes, head, start, end, hit, text, rows);
    }
    int at = from + match.start();
    Parsed parsed = judged(match, bytes, head, Math.min(start, at), at);
    if (parsed instanceof Quoted) {
      return parsed;
    }
    Parsed alone = possible(match, parsed, from - start);
    if (from + text.length() < end) {
      return alone;
    }
    String line = text.substring(hit - from);
    boolean further = match.furtherLinesMayFollow(text);
    boolean goesOn =
        further
            || rows.stream()
                .filter(row -> match.mayGoOn(text, row))
                .anyMatch(row -> new Reach(row, line).breaksOff(line));
    return goesOn ? new Unfinished(alone, hit, further, alone) : alone;
  }

  /** A row, and how far a text that begins with its needle agrees with it. */
  private record Reach(Message row, int end) {

    Reach(Message row, String line) {
      this(row, row.agreesUpTo(line));
    }

    boolean breaksOff(String line) {
      return row.breaksOff(line, end);
    }
  }

  /** Reads a text that none of a needle's rows reads, but may be in part or in the next line. */
  private static Parsed inPart(
      byte[] bytes, int head, int start, int end, int hit, String text, List<Message> rows) {
    int from = Math.max(Math.min(head, start), hit - BEFORE);
    String line = text.substring(hit - from);
    List<Reach> reaches = rows.stream().map(row -> new Reach(row, line)).toList();
    boolean claims = rows.stream().anyMatch(Message::claims);
    boolean quoted = Quotation.of(bytes, head, start, hit, claims).quotes();
    Parsed alone = quoted && !claims ? Ignored.IGNORED : broken(reaches, line, hit - start);
    boolean breaksOff = reaches.stream().anyMatch(reach -> reach.breaksOff(line));
    if (quoted && !(breaksOff && mayBegin(reaches, bytes, head, start, hit, text))) {
      return alone == Ignored.IGNORED ? alone : Quoted.QUOTED;
    }
    alone = quoted ? Ignored.IGNORED : alone;
    if (from + text.length() < end) {
      return alone;
    }
    Message.Match begun = begun(reaches, line);
    Parsed last =
        begun == null
            ? alone
            : possible(begun, judged(begun, bytes, head, start, hit), hit - start);
    return breaksOff || begun != null ? new Unfinished(alone, hit, false, last) : alone;
  }

  /**
   * Whether a message that the line breaks off may begin here, with what stands before its needle.
   */
  private static boolean mayBegin(
      List<Reach> reaches, byte[] bytes, int head, int start, int hit, String text) {
    int from = Math.max(Math.min(head, start), hit - BEFORE);
    String line = text.substring(hit - from);
    for (Reach reach : reaches) {
      int begin = reach.breaksOff(line) ? reach.row.start(text, hit - from) : -1;
      int at = from + begin;
      if (begin >= 0
          && !Quotation.of(bytes, head, Math.min(start, at), at, reach.row.claims()).quotes()) {
        return true;
      }
    }
    return false;
  }

  private static String text(byte[] bytes, int from, int hit, int end) {
    int to = Math.min(end, hit + BEHIND);
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  /** Reads a failure within which a log ends; {@code null} if the text begins none. */
  private static Message.@Nullable Match begun(List<Reach> reaches, String text) {
    return reaches.stream()
        .filter(reach -> reach.row.claimsFailure() && reach.end >= text.lastIndexOf(' '))
        .map(reach -> reach.row.begun(text))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  @Override
  public Parsed goOn(byte[] bytes, int start, int end, int hit) {
    Parsed parsed = at(bytes, 0, start, end, hit);
    int feed = Bytes.indexOf(bytes, hit, end, (byte) '\n');
    int lineEnd = feed < 0 ? end : feed;
    int next = search.find(bytes, hit + 1, lineEnd);
    for (int left = MOST_HITS; next >= 0 && left > 0 && !Parsed.states(parsed); left--) {
      Parsed here = at(bytes, 0, start, end, next);
      boolean waits = here instanceof Unfinished && !(parsed instanceof Unfinished);
      parsed = Parsed.states(here) || waits ? here : parsed;
      next = search.find(bytes, next + 1, lineEnd);
    }
    return parsed;
  }

  /**
   * Drops figures that cannot be; of a use only those above any memory. A message of which no
   * figure is left is rejected.
   */
  private static Parsed possible(Message.Match match, Parsed parsed, int before) {
    MessageFact fact = match.fact();
    MemoryBounds.Breach first = fact.bounds().breach();
    MemoryBounds.Breach breach = first;
    while (breach != null && fact.drops(Field.of(breach.figure()))) {
      breach = fact.bounds().breach();
    }
    Field lost = match.lost();
    if (breach == null && (lost == null || fact.states() || fact.message().claims())) {
      return parsed;
    }
    Field at = breach != null ? Field.of(breach.figure()) : lost;
    int column = match.columns().getOrDefault(at, match.start());
    String why =
        breach != null ? breach.reason() : first != null ? first.reason() : "no size of a memory";
    return new Rejected(fact.format(), before + column + 1, why);
  }

  private static Message.@Nullable Match match(List<Message> rows, String text, int hit) {
    Message.Match best = null;
    for (Message row : rows) {
      best = longer(best, row.read(text, hit));
    }
    return best;
  }

  private static Message.@Nullable Match longer(
      Message.@Nullable Match one, Message.@Nullable Match other) {
    return one == null || (other != null && other.end() > one.end()) ? other : one;
  }

  /** Decides whether the writer wrote the message or someone quotes it. */
  private static Parsed judged(Message.Match match, byte[] bytes, int head, int start, int at) {
    MessageFact fact = match.fact();
    if (fact.is(Message.Kind.KILLED)) {
      Matcher time = TIME.matcher(new String(bytes, head, at - head, StandardCharsets.ISO_8859_1));
      fact.at(time.find() ? time.group() : null);
    }
    boolean bare = fact.message().bare();
    return switch (Quotation.of(bytes, head, start, at, fact.message().claims())) {
      case QUOTED -> new Quoted(fact);
      case INDENTED ->
          fact.message().indented()
              ? fact
              : bare ? new Quoted(fact) : new Unprefixed(fact.asRaised(), Voucher.ERROR_WITH_INFO);
      case BARE -> bare ? fact : new Unprefixed(fact.asRaised(), Voucher.ERROR);
      case WRITTEN -> Quotation.isRaised(bytes, start, at) ? fact.asRaised() : fact;
    };
  }

  /** Says where a line breaks that reads like a message beyond its first figure. */
  private static Parsed broken(List<Reach> reaches, String text, int before) {
    Reach best = null;
    for (Reach reach : reaches) {
      boolean further = best == null ? reach.end > 0 : reach.end > best.end;
      best = further && reach.row.statesUpTo(text, reach.end) ? reach : best;
    }
    return best == null
        ? Ignored.IGNORED
        : new Rejected(
            best.row.writer(), before + best.end + 1, "%s: broken here".formatted(best.row.name()));
  }

  /** Logger prefixes may be padded. What is a quotation by its indent is found like the others. */
  @Override
  public boolean indents(byte[] bytes, int start, int end) {
    return true;
  }
}
