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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds and reads the messages of all writers. Of several messages in a line the first one that
 * nothing quotes counts; of several rows that read the same place, the one that reads most of it.
 */
final class MessageFormat extends LineFormat {

  /** Limit of needles that are looked at in a line. */
  private static final int MOST_HITS = 8;

  /** Bytes of a line before and behind a needle that a message may take. */
  private static final int BEFORE = 512;

  private static final int BEHIND = 4096;

  /** A date, a time of day, or the seconds since the kernel's start. */
  private static final Pattern TIME =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d+)?(?:Z|[+-]\\d\\d:?\\d\\d)?"
              + "|[A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d(?: \\d{4})?|\\d\\d:\\d\\d:\\d\\d"
              + "|\\[ *\\d+\\.\\d{6}\\]");

  private final List<Message> messages;
  private final List<String> texts;
  private final List<String> writers;
  private final Needles search;

  /** By text: the messages that are a whole line. */
  private final Map<String, Message> whole = new HashMap<>();

  /** By needle: the messages with it, or with one that begins like it. */
  private final List<List<Message>> owners = new ArrayList<>();

  MessageFormat(List<Message> messages) {
    super("messages", needles(messages));
    this.messages = messages;
    texts = needles(messages);
    messages.stream().filter(Message::whole).forEach(row -> whole.putIfAbsent(row.text(), row));
    writers = messages.stream().map(Message::writer).distinct().toList();
    search = new Needles(texts);
    Map<String, List<Message>> alike = new HashMap<>();
    messages.stream()
        .filter(m -> !m.whole())
        .forEach(m -> alike.computeIfAbsent(begin(m.needle()), any -> new ArrayList<>()).add(m));
    for (String text : texts) {
      owners.add(
          alike.getOrDefault(begin(text), List.of()).stream()
              .filter(m -> m.needle().startsWith(text) || text.startsWith(m.needle()))
              .toList());
    }
  }

  /** Needles of which one begins like the other have their first bytes in common. */
  private static String begin(String needle) {
    return needle.substring(0, TemplateNode.LEAST_NEEDLE);
  }

  @Override
  public List<String> names() {
    return writers;
  }

  @Override
  public @Nullable LineFormat only(String writer) {
    List<Message> own = messages.stream().filter(m -> m.writer().equals(writer)).toList();
    return writer.equals(name) ? this : own.isEmpty() ? null : new MessageFormat(own);
  }

  private static List<String> needles(List<Message> messages) {
    return messages.stream().filter(row -> !row.whole()).map(Message::needle).distinct().toList();
  }

  @Override
  public Parsed parse(byte[] bytes, int head, int start, int end, int needle) {
    Parsed parsed = Ignored.IGNORED;
    int hit = search.find(bytes, needle, end);
    for (int left = MOST_HITS; hit >= 0 && left > 0 && undecided(parsed); left--) {
      Parsed here = at(bytes, head, start, end, hit);
      boolean waits = parsed instanceof Unfinished && !Parsed.states(here);
      parsed = waits || here == Ignored.IGNORED ? parsed : here;
      hit = search.find(bytes, hit + 1, end);
    }
    return parsed;
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
      Message.Match match = match(bytes, 0, bytes.length, hit);
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
    Message.Match match = match(bytes, Math.min(head, start), end, hit);
    boolean claims = owners.get(which).stream().anyMatch(Message::claims);
    int from = Math.max(Math.min(head, start), hit - BEFORE);
    Parsed parsed;
    if (match != null) {
      int at = from + match.start();
      parsed = judged(match, bytes, head, Math.min(start, at), at);
    } else {
      boolean quoted = Quotation.of(bytes, head, start, hit, claims).quotes();
      parsed =
          quoted && !claims
              ? Ignored.IGNORED
              : broken(owners.get(which), text(bytes, hit, hit, end), hit - start);
      if (quoted) {
        return parsed == Ignored.IGNORED ? parsed : Quoted.QUOTED;
      }
    }
    if (parsed instanceof Quoted) {
      return parsed;
    }
    Parsed alone = match == null ? parsed : possible(match, parsed, from - start);
    String text = text(bytes, from, hit, end);
    boolean further = match != null && match.furtherLinesMayFollow(text);
    if (from + text.length() < end) {
      return alone;
    }
    Parsed last = alone;
    if (match == null) {
      Message.Match begun = begun(owners.get(which), text.substring(hit - from));
      last =
          begun == null
              ? alone
              : possible(begun, judged(begun, bytes, head, start, hit), hit - start);
    }
    boolean goesOn =
        further
            || last != alone
            || owners.get(which).stream()
                .filter(row -> match == null || match.mayGoOn(text, row))
                .anyMatch(row -> row.breaksOff(text, hit - from));
    return goesOn ? new Unfinished(alone, hit, further, last) : alone;
  }

  /** Reads a failure within which a log ends; {@code null} if the text begins none. */
  private static Message.@Nullable Match begun(List<Message> messages, String text) {
    return messages.stream()
        .filter(Message::claimsFailure)
        .map(message -> message.begun(text))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  @Override
  public Parsed goOn(byte[] bytes, int start, int end, int hit) {
    return at(bytes, 0, start, end, hit);
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

  private static String text(byte[] bytes, int from, int hit, int end) {
    int to = Math.min(end, hit + BEHIND);
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  private Message.@Nullable Match match(byte[] bytes, int start, int end, int hit) {
    int which = search.which(bytes, hit, end);
    int from = Math.max(start, hit - BEFORE);
    String text = text(bytes, from, hit, end);
    Message.Match best = null;
    for (Message message : which < 0 ? List.<Message>of() : owners.get(which)) {
      best = longer(best, message.read(text, hit - from));
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
  private static Parsed broken(List<Message> messages, String text, int before) {
    Rejected rejected = null;
    int most = 0;
    for (Message message : messages) {
      int end = message.agreesUpTo(text);
      if (end > most && message.statesUpTo(text, end)) {
        most = end;
        rejected =
            new Rejected(
                message.writer(), before + end + 1, "%s: broken here".formatted(message.name()));
      }
    }
    return rejected == null ? Ignored.IGNORED : rejected;
  }

  /** Logger prefixes may be padded. What is a quotation by its indent is found like the others. */
  @Override
  public boolean indents(byte[] bytes, int start, int end) {
    return true;
  }
}
