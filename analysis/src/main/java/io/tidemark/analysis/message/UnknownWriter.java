package io.tidemark.analysis.message;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.tidemark.analysis.line.Needles;
import io.tidemark.analysis.message.Message.Kind;
import io.tidemark.analysis.message.Message.Texts;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A failed allocation in words that no row has: a verb of failure and the size that was asked for,
 * and what else the line states. Every row, and every other format, comes before it.
 */
final class UnknownWriter {

  static final String NAME = "unnamed";

  /** Names of such a failure, without the begins of their words that differ. */
  private static final List<String> FAILURES =
      List.of(
          "ut of memory",
          "ut of Memory",
          "UT OF MEMORY",
          "OutOfMemory",
          "failed with OOM",
          "ailed to alloc",
          "ailed to malloc",
          "ailed to reserve",
          "nable to allocate",
          "ould not allocate",
          "annot allocate",
          "an't allocate",
          "llocation failed",
          "llocation failure",
          "ALLOC_FAILED",
          "Alloc failed",
          "alloc failed",
          "ot enough memory",
          "ot enough GPU memory",
          "nsufficient memory",
          "nsufficient GPU memory");

  /** Texts of which one stands in each line that it reads. */
  static final List<String> NEEDLES =
      Stream.of(FAILURES, StatedExcess.NEEDLES).flatMap(List::stream).toList();

  private static final Message FAILED = message("failed-allocation", Kind.FAILURE);
  private static final Message TOO_LARGE = message("too-large", Kind.PLAN);

  private static Message message(String name, Kind kind) {
    Template text = new Template("failed to allocate", TemplateNode.GOOD_NEEDLE);
    Texts texts = new Texts(text, List.of(), List.of(), List.of());
    Map<Field, String> defaults = Map.of(Field.MEMORY, "DEVICE");
    return new Message(NAME, name, kind, texts, defaults, null, null, true, false, false);
  }

  private static final String BEHIND = "[ ]?[:=(]?[ ]?";
  private static final String SIZE = "(" + FieldType.MEASURE.pattern + ")";
  private static final String BYTES = "(\\d[\\d,]*)\\b";

  private static final String SIZE_OR_BYTES = "(?:" + SIZE + "|" + BYTES + ")";

  private static final Pattern ASKED =
      Pattern.compile(
          "(?i)(?:\\b(?:allocat(?:e|ing|ion of)|[a-z]*alloc|reserv(?:e|ing)|request(?:ed|ing| of)|(?:needs?|needed|required|requires)"
              + "|(?:block|buffer|tensor|chunk|allocation|request|array|cache) of|(?:of|requested|request|allocation|buffer|alloc|asked) size|alloc(?:ation)? failed[:,] size|allocate [a-z]+ memory for \\w+ [(])"
              + "(?: about| another| an additional| at least| extra| more than)?"
              + BEHIND
              + ")"
              + SIZE);
  private static final Pattern NEEDED =
      Pattern.compile("(?i)" + SIZE + "(?: minimum| at least)? (?:needed|required)\\b");
  private static final Pattern FREE =
      Pattern.compile(
          "(?i)\\b(?:free|available)(?: (?:memory|is|bytes))*" + BEHIND + SIZE_OR_BYTES);
  private static final Pattern LEFT =
      Pattern.compile(
          "(?i)" + SIZE + "(?: (?:is|are|of [a-z]+ memory))* (?:free|available|left)\\b");
  private static final Pattern TOTAL =
      Pattern.compile(
          "(?i)\\b(?:total|capacity)(?: (?:memory|is|of|capacity|bytes))*"
              + BEHIND
              + SIZE_OR_BYTES);
  private static final Pattern WHOLE =
      Pattern.compile("(?i)" + SIZE + " (?:in )?(?:total|capacity)\\b");

  private static final Pattern DEVICE =
      Pattern.compile(
          "(?i)\\b(?:device|gpu|npu|xpu|hpu|tpu|cuda|hip|card)[ _]?(?:id|ordinal|index)?[ :=#]{0,2}(\\d{1,3})(?:[^\\w.]|\\.?$|\\. )");

  private static final Pattern HOST =
      Pattern.compile("(?i)\\b(?:host|cpu|pinned|system memory|ram|malloc|heap)\\b");

  /** Words of a failure that may be, of another resource, or of one without consequence. */
  private static final Pattern NONE =
      Pattern.compile(
          "(?i)\\b(?:if|may|might|could be|avoids?|avoiding|prevents?|unless|whether|risk|would|should|hint|tip|retry(?:ing)?"
              + "|falling back|fall back|fallback|ignor\\w+|skip\\w*|disk|swap|file handles?|descriptors?|test_\\w+|tactic"
              + "|continu\\w+|proceeding|instead|without it|disabl\\w+|(?-i:WARN|WARNING))\\b|, using ");

  /** A subject of few words behind the sign of a head. */
  private static final Pattern FEW_WORDS = Pattern.compile("[\\]:>|] +((?:[\\w.-]+ ){1,4})$");

  private static final Needles SEARCH = new Needles(NEEDLES);

  private UnknownWriter() {}

  /** Returns where a verb of failure stands; −1 if none does. */
  static int find(byte[] bytes, int from, int to) {
    return SEARCH.find(bytes, from, to);
  }

  /** Reads such a failure around its needle; {@code null} if the line states no such thing. */
  static Message.@Nullable Match read(String text, int hit) {
    StatedExcess excess = StatedExcess.read(text);
    if (excess != null && !NONE.matcher(excess.words(text)).find()) {
      return match(text, excess.start(), fact(excess));
    }
    if (NONE.matcher(text).find()) {
      return null;
    }
    MessageFact fact = new MessageFact(FAILED);
    add(fact, Field.NEEDED, ASKED, text);
    add(fact, Field.NEEDED, NEEDED, text);
    if (!fact.states()) {
      return null;
    }
    add(fact, Field.FREE, FREE, text);
    add(fact, Field.FREE, LEFT, text);
    add(fact, Field.CAPACITY, TOTAL, text);
    add(fact, Field.CAPACITY, WHOLE, text);
    Matcher device = DEVICE.matcher(text);
    if (device.find()) {
      fact.words().put(Field.DEVICE, device.group(1));
    }
    if (HOST.matcher(text).find()) {
      fact.words().put(Field.MEMORY, "HOST");
    }
    return match(text, start(text, hit), fact);
  }

  private static Message.@Nullable Match match(String text, int start, MessageFact fact) {
    Map<Field, Integer> columns = new EnumMap<>(Field.class);
    return fact.states() ? new Message.Match(start, text.length(), fact, columns, false) : null;
  }

  private static MessageFact fact(StatedExcess excess) {
    MessageFact fact = new MessageFact(excess.raised() ? FAILED : TOO_LARGE);
    fact.words().put(Field.MEMORY, excess.memory());
    fact.figures().put(Field.NEEDED, excess.needed());
    boolean free = excess.free() && excess.raised();
    fact.figures().put(free ? Field.FREE : Field.CAPACITY, excess.limit());
    return fact;
  }

  private static void add(MessageFact fact, Field field, Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    if (found.find()) {
      add(fact, field, found.group(1), found.groupCount() > 1 ? found.group(2) : null);
    }
  }

  private static void add(
      MessageFact fact, Field field, @Nullable String sized, @Nullable String bytes) {
    Long value =
        sized != null
            ? FieldType.MEASURE.value(sized)
            : bytes == null ? null : FieldType.BYTES.value(bytes);
    if (value != null && value >= 0) {
      fact.figures().putIfAbsent(field, value);
    }
  }

  /**
   * The begin of the sentence that a position stands in, or of its word where many words stand
   * before that.
   */
  private static int start(String text, int at) {
    int word = at;
    while (word > 0 && Character.isLetterOrDigit(text.charAt(word - 1))) {
      word--;
    }
    Matcher words = FEW_WORDS.matcher(text.substring(0, word));
    return words.find() ? words.start(1) : word;
  }
}
