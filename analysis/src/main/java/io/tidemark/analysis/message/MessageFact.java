package io.tidemark.analysis.message;

import com.google.re2j.Pattern;
import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.memory.MemoryBounds;
import io.tidemark.analysis.memory.Sizes;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a message of a line states.
 *
 * @param figures bytes and counts that the sentence states
 * @param words texts that the sentence itself states
 * @param sums parts of a sum, by name; negative ones are subtracted
 * @param raised whether it is the text of an exception, below its head
 */
public record MessageFact(
    Message message,
    Map<Field, Long> figures,
    Map<Field, String> words,
    Map<String, Long> sums,
    boolean raised)
    implements Fact {

  /**
   * Bytes by which used plus free may exceed the capacity: allocators count used blocks as aligned,
   * but free bytes from the requested sizes.
   */
  private static final long ALIGNMENT = 8192;

  private static final long ALIGNMENT_SHARE = 4;

  /** A device with its kind: the kind is the same for all devices of a writer. */
  private static final Pattern KIND =
      Pattern.compile(
          "^(?i:cuda|hip|npu|xpu|hpu|mps|musa|mlu|gcu|gpu|tpu|rocm|privateuseone):(\\d+)$");

  /** Limit of a part: no memory is larger, and sums of such parts do not overflow. */
  static final long MOST_OF_A_PART = 1L << 50;

  MessageFact(Message message) {
    this(
        message,
        new EnumMap<>(Field.class),
        new EnumMap<>(Field.class),
        new LinkedHashMap<>(),
        false);
  }

  /** Adds a field, unless its value is no size of a memory. */
  void add(Template.Group group, String latin) {
    Field field = group.field();
    if (field == Field.ANY) {
      return;
    }
    if (field != null && group.type().isText()) {
      byte[] bytes = latin.getBytes(StandardCharsets.ISO_8859_1);
      String word = new String(bytes, StandardCharsets.UTF_8).strip().replace('\n', ' ');
      word = field == Field.DEVICE ? KIND.matcher(word).replaceFirst("$1") : word;
      words.merge(field, word, (all, one) -> all.equals(one) ? all : all + ", " + one);
      return;
    }
    String holder = field == null ? words.remove(Field.HOLDER) : null;
    Long value = group.type().value(latin);
    if (value == null || (field != null && value < 0)) {
      return;
    }
    if (field == null) {
      long part = Math.max(-MOST_OF_A_PART, Math.min(value, MOST_OF_A_PART));
      String name = group.name().substring(1);
      if (holder == null) {
        sums.merge(name, group.sign() * part, Long::sum);
      } else {
        // A line may hold its text twice.
        sums.putIfAbsent(name + " " + holder, part);
      }
    } else {
      figures.putIfAbsent(field, value);
    }
  }

  /** Sets when it happened, as its line prints it. */
  void at(@Nullable String time) {
    if (time != null) {
      words.put(Field.TIME, time);
    }
  }

  /** Drops a figure that cannot be; {@code false} if then the whole message cannot be. */
  boolean drops(Field field) {
    boolean drops = message.claims() || figures.getOrDefault(field, 0L) > MemoryBounds.MAX_BYTES;
    if (drops) {
      figures.remove(field);
    }
    return drops;
  }

  /**
   * Whether a further line may add a value of this group: a figure or an op once, others any
   * number.
   */
  boolean lacks(Template.Group group) {
    Field field = group.field();
    if (field == null) {
      return true;
    }
    boolean read = field == Field.OP ? words.containsKey(field) : figure(field) != null;
    return field != Field.ANY && !read;
  }

  /** Whether any figure is left. */
  boolean states() {
    return !figures.isEmpty() || !sums.isEmpty();
  }

  /** The same as the text of an exception. */
  public MessageFact asRaised() {
    return new MessageFact(message, figures, words, sums, true);
  }

  @Override
  public boolean isGuess() {
    return message.writer().equals(UnknownWriter.NAME);
  }

  /** A text that counts alone has no logger of its own. */
  @Override
  public boolean fromLogger() {
    return !message.bare();
  }

  /** The figures of its memory, for a check. */
  MemoryBounds bounds() {
    long capacity = Math.max(-1, orUnknown(Field.CAPACITY));
    long used = orUnknown(Field.USED);
    return new MemoryBounds(
        figures.getOrDefault(Field.BANKS, 1L),
        message.claims() && used < 0 ? -1 : capacity,
        used,
        orUnknown(Field.FREE),
        orUnknown(Field.LARGEST),
        message.rounds() ? Sizes.rounding(Math.max(0, capacity)) : 0,
        Math.max(ALIGNMENT, Math.max(0, used) / ALIGNMENT_SHARE));
  }

  @Override
  public String format() {
    return message.writer();
  }

  /** All that the sentence itself states, by name of the field. */
  public Map<String, String> reads() {
    Map<String, String> reads = new LinkedHashMap<>();
    figures.forEach((field, value) -> reads.put(MessageFile.text(field), value.toString()));
    words.forEach((field, word) -> reads.put(MessageFile.text(field), word));
    // It stands before the sentence.
    reads.remove(MessageFile.text(Field.TIME));
    sums.forEach((part, value) -> reads.put("+" + part, value.toString()));
    return reads;
  }

  /** The part of a device's budget that it states. */
  public String slot() {
    return format() + ' ' + message.name() + ' ' + word(Field.DEVICE);
  }

  public boolean is(Message.Kind kind) {
    return message.kind() == kind;
  }

  /** A copy with one more figure. */
  MessageFact with(Field field, long value) {
    Map<Field, Long> all = new EnumMap<>(Field.class);
    all.putAll(figures);
    all.put(field, value);
    return new MessageFact(message, all, words, sums, raised);
  }

  /** A figure; {@code null} if the sentence does not state it. */
  public @Nullable Long figure(Field field) {
    return figures.get(field);
  }

  /** A figure; −1 if the sentence does not state it. */
  public long orUnknown(Field field) {
    return figures.getOrDefault(field, -1L);
  }

  /** A text; {@code null} if neither the sentence nor its row states it. */
  public @Nullable String word(Field field) {
    return words.getOrDefault(field, message.defaults().get(field));
  }

  /** A text; {@code otherwise} if neither the sentence nor its row states it. */
  public String word(Field field, String otherwise) {
    String word = word(field);
    return word == null ? otherwise : word;
  }
}
