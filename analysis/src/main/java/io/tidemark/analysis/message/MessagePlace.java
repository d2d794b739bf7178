package io.tidemark.analysis.message;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.tidemark.analysis.line.Bytes;
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
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A place of a line where a needle stands, and what the rows with this needle read there: of
 * several rows the one that reads most of it.
 */
final class MessagePlace {

  /** Bytes of a line before and behind a needle that a message may take. */
  private static final int BEFORE = 512;

  private static final int BEHIND = 4096;

  /** A date, a time of day, or the seconds since the kernel's start. */
  private static final Pattern TIME =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?(?:Z|[+-]\\d\\d:?\\d\\d)?"
              + "|[A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d(?: \\d{4})?|\\d\\d:\\d\\d:\\d\\d"
              + "|\\[ *\\d+\\.\\d{6}\\]");

  private final byte[] bytes;
  private final int head;
  private final int start;
  private final int end;
  private final int hit;

  /** Start of the text that a message may take; a wrapper may take its begin for its own. */
  private final int from;

  /** This text, one character a byte. */
  private final String text;

  MessagePlace(byte[] bytes, int head, int start, int end, int hit) {
    this.bytes = bytes;
    this.head = head;
    this.start = start;
    this.end = end;
    this.hit = hit;
    this.from = Math.max(Math.min(head, start), hit - BEFORE);
    int to = Math.min(end, hit + BEHIND);
    this.text = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
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

  /**
   * Reads the rows, also of a line that is not plain.
   *
   * @param needle number of its bytes
   */
  Parsed read(List<Message> rows, int needle) {
    if (isPlain()) {
      return read(rows);
    }
    Parsed parsed = plain(needle).read(rows);
    return parsed instanceof Unfinished open
        ? new Unfinished(open.alone(), hit, open.further(), open.last())
        : parsed;
  }

  private MessagePlace plain(int needle) {
    LineText plain = LineText.of(bytes, Math.min(head, start), start, end, hit, needle);
    byte[] line = plain.bytes();
    return new MessagePlace(line, 0, plain.start(), line.length, plain.hit());
  }

  /** Whether a text has no colours and none of the signs that stand for those of ASCII. */
  private boolean isPlain() {
    boolean plain = true;
    for (int i = 0; i < text.length() && plain; i++) {
      char c = text.charAt(i);
      plain = c != Bytes.ESCAPE && c != '\u00c2' && c != '\u00e2';
    }
    return plain;
  }

  private Parsed read(List<Message> rows) {
    Message.Match match = match(rows);
    if (match == null) {
      return inPart(rows);
    }
    Parsed parsed = judged(match);
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

  /** Returns what the row that reads most states here; {@code null} if none reads it. */
  Message.@Nullable Match match(List<Message> rows) {
    Message.Match best = null;
    for (Message row : rows) {
      Message.Match other = row.read(text, hit - from);
      best = best == null || (other != null && other.end() > best.end()) ? other : best;
    }
    return best;
  }

  /** Reads a failure that no row reads; {@code null} if there is none. */
  @Nullable Parsed guess() {
    return isPlain() ? guessPlain() : plain(0).guessPlain();
  }

  private @Nullable Parsed guessPlain() {
    Message.Match guess = UnknownWriter.read(text, hit - from);
    if (guess == null) {
      return null;
    }
    Parsed parsed = possible(guess, judged(guess), from - start);
    // Words that may be anybody's are worth something only with a figure.
    return parsed instanceof MessageFact || UnknownWriter.isSized(parsed) ? parsed : null;
  }

  /** Reads a text that none of the rows reads, but may be in part or in the next line. */
  private Parsed inPart(List<Message> rows) {
    String line = text.substring(hit - from);
    List<Reach> reaches = rows.stream().map(row -> new Reach(row, line)).toList();
    boolean claims = rows.stream().anyMatch(Message::claims);
    boolean quoted = Quotation.of(bytes, head, start, hit, claims).quotes();
    Parsed alone = quoted && !claims ? Ignored.IGNORED : broken(reaches, line, hit - start);
    boolean breaksOff = reaches.stream().anyMatch(reach -> reach.breaksOff(line));
    if (quoted && !(breaksOff && mayBegin(reaches, line))) {
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
  private boolean mayBegin(List<Reach> reaches, String line) {
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

  /** Reads a failure within which a log ends; {@code null} if the text begins none. */
  private static Message.@Nullable Match begun(List<Reach> reaches, String text) {
    return reaches.stream()
        .filter(reach -> reach.row.claimsFailure() && reach.end >= text.lastIndexOf(' '))
        .map(reach -> reach.row.begun(text))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
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

  private Parsed judged(Message.Match match) {
    int at = from + match.start();
    return endsLiteral()
        ? new Quoted(match.fact())
        : judged(match, bytes, head, Math.min(start, at), at);
  }

  /** Whether the line ends a literal of source code that began on a line before it. */
  private boolean endsLiteral() {
    if (end - start < 2 || bytes[end - 1] != ',' || bytes[end - 2] != '`') {
      return false;
    }
    long marks = 0;
    for (int i = start; i < end; i++) {
      marks += bytes[i] == '`' ? 1 : 0;
    }
    return marks % 2 == 1;
  }

  /** Decides whether the writer wrote the message or someone quotes it. */
  static Parsed judged(Message.Match match, byte[] bytes, int head, int start, int at) {
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
}
