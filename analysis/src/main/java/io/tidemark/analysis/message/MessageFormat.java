package io.tidemark.analysis.message;

import io.tidemark.analysis.line.Bytes;
import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.Needles;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Ignored;
import io.tidemark.analysis.line.Parsed.Quoted;
import io.tidemark.analysis.line.Parsed.Rejected;
import io.tidemark.analysis.line.Parsed.Unfinished;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the messages of all writers by their needles. Of several messages in a line the first one
 * that nothing quotes counts.
 */
final class MessageFormat extends LineFormat {

  /** Limit of needles that are looked at in a line. */
  private static final int MOST_HITS = 8;

  private final List<Message> messages;
  private final List<String> texts;
  private final List<String> writers;

  /** Whether failures are read that no row reads. */
  private final boolean guesses;

  private final Needles search;

  /** By text: the messages that are a whole line. */
  private final Map<String, Message> whole = new HashMap<>();

  /** By needle: the messages with it, or with one that begins like it. */
  private final List<List<Message>> owners;

  /** Reads these rows, and failures that none of them reads. */
  static MessageFormat guessing(String name, List<Message> messages) {
    return new MessageFormat(name, messages, FailureWords.NEEDLES);
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
    int hit = search.find(bytes, needle, end);
    return hit < 0
        ? Ignored.IGNORED
        : guessed(first(bytes, head, start, end, hit, end), bytes, head, start, end);
  }

  @Override
  public Parsed goOn(byte[] bytes, int start, int end, int hit) {
    int feed = Bytes.indexOf(bytes, hit, end, (byte) '\n');
    Parsed parsed = first(bytes, 0, start, end, hit, feed < 0 ? end : feed);
    return feed < 0 ? guessed(parsed, bytes, 0, start, end) : parsed;
  }

  /**
   * Reads the first message that nothing quotes; without one, what may go on, else what is broken.
   *
   * @param from the first needle
   * @param to end of the line in which further needles are looked at
   */
  private Parsed first(byte[] bytes, int head, int start, int end, int from, int to) {
    Parsed parsed = Ignored.IGNORED;
    int hit = from;
    for (int left = MOST_HITS; hit >= 0 && left > 0 && undecided(parsed); left--) {
      int which = search.which(bytes, hit, end);
      Parsed here =
          which < 0
              ? Ignored.IGNORED
              : new MessagePlace(bytes, head, start, end, hit)
                  .read(owners.get(which), texts.get(which).length());
      boolean waits = parsed instanceof Unfinished && !Parsed.states(here);
      boolean broken = parsed instanceof Rejected && here instanceof Rejected;
      parsed = waits || broken || here == Ignored.IGNORED ? parsed : here;
      hit = search.find(bytes, hit + 1, to);
    }
    return parsed;
  }

  private static boolean undecided(Parsed parsed) {
    Parsed alone = Parsed.alone(parsed);
    return alone == Ignored.IGNORED || alone instanceof Quoted || alone instanceof Rejected;
  }

  /**
   * Reads a failure that no row reads. Where the line breaks within a row, only one with a size
   * says more than that; where it may go on as a row, one without a size counts if it does not.
   */
  private Parsed guessed(Parsed parsed, byte[] bytes, int head, int start, int end) {
    Parsed read = Parsed.alone(parsed);
    boolean unread = undecided(read) && !(read instanceof Quoted);
    int hit = guesses && unread ? FailureWords.find(bytes, start, end) : -1;
    Parsed guess = hit < 0 ? null : new MessagePlace(bytes, head, start, end, hit).guess();
    boolean sized = guess != null && UnknownWriter.isSized(guess);
    if (guess == null || (read instanceof Rejected && !sized)) {
      return parsed;
    }
    return parsed instanceof Unfinished open ? open.guessing(guess) : guess;
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
    return MessagePlace.judged(match, bytes, head, start, start);
  }

  /** Reads the first message at any position, whatever stands before it. */
  @Nullable MessageFact first(byte[] bytes) {
    int hit = search.find(bytes, 0, bytes.length);
    for (; hit >= 0; hit = search.find(bytes, hit + 1, bytes.length)) {
      int which = search.which(bytes, hit, bytes.length);
      Message.Match match =
          new MessagePlace(bytes, 0, 0, bytes.length, hit).match(owners.get(which));
      if (match != null) {
        return match.fact();
      }
    }
    return null;
  }

  /** Logger prefixes may be padded. What is a quotation by its indent is found like the others. */
  @Override
  public boolean indents(byte[] bytes, int start, int end) {
    return true;
  }
}
