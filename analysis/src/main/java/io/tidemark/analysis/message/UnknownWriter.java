package io.tidemark.analysis.message;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.tidemark.analysis.line.Fact;
import io.tidemark.analysis.line.Parsed;
import io.tidemark.analysis.line.Parsed.Unprefixed;
import io.tidemark.analysis.message.Message.Kind;
import io.tidemark.analysis.message.Message.Texts;
import io.tidemark.analysis.message.WordedSizes.Size;
import io.tidemark.model.plan.PlanSpace;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A failed allocation in words that no row has: a verb of failure and the size that was asked for,
 * and what else the line states. Every row, and every other format, comes before it.
 */
final class UnknownWriter {

  static final String NAME = "unnamed";

  private static final Message FAILED = message("failed-allocation", Kind.FAILURE, true);
  private static final Message TOO_LARGE = message("too-large", Kind.PLAN, true);

  /** One after which the program goes on. */
  private static final Message REFUSED = message("refused-allocation", Kind.REFUSAL, true);

  /** A failure without a figure: it counts only with something before it that names its program. */
  private static final Message OF_NO_SIZE = message("failed-allocation", Kind.FAILURE, false);

  private static Message message(String name, Kind kind, boolean bare) {
    Template text = new Template("failed to allocate", TemplateNode.GOOD_NEEDLE);
    Texts texts = new Texts(text, List.of(), List.of(), List.of());
    Map<Field, String> defaults = Map.of(Field.MEMORY, PlanSpace.DEVICE);
    return new Message(NAME, name, kind, texts, defaults, null, null, bare, false, false);
  }

  private static final Pattern DEVICE =
      Pattern.compile(
          "(?i)\\b(?:(?:device|gpu|npu|xpu|hpu|tpu|card)[ _]?(?:id|ordinal|index)?[ :=#]{0,2}(\\d{1,3})"
              + "|(?:cuda|hip):(\\d{1,3})|(?:cuda|hip) ?(\\d))(?:[^\\w.]|\\.?$|\\. )");

  private static final Pattern HOST =
      Pattern.compile(
          "(?i)\\b(?:host|pinned|system|cpu) (?:pinned )?(?:memory|ram|buffer|malloc|allocation)|\\bon (?:the )?(?:host|cpu)(?:[.,;:)]|$| (?:for|while|to|in|with|of|at|during|memory)\\b)|OUT_OF_HOST|OutOfHost|\\bvector of size\\b");

  private static final Pattern HEAP =
      Pattern.compile("(?i)\\b(?:malloc\\b|heap|ram\\b|cpu\\b|pinned\\b)");

  private static final Pattern OF_DEVICE =
      Pattern.compile(
          "(?i)\\b(?:gpu|npu|xpu|hpu|tpu|cuda|hip|rocm|device|vram|hbm|vulkan|metal|opencl)");

  /** Words of a sentence about a failure that may be, that was counted, or of another resource. */
  private static final Pattern POSSIBLE =
      Pattern.compile(
          "(?i)\\b(?:if|may|might|could be|avoids?|avoiding|prevents?|unless|whether|risk|should|hint|tip"
              + "|would (?:be|have|run|need|help|likely|not)|why|asks?|says?|said|user:|disk|swap|file handles?"
              + "|descriptors?|ports?|JavaScript|Java heap|NVRM|Traceback|perhaps|maybe|possibly|probably|likely|test_\\w+|tactic|autotun\\w+|instead|disabl(?:ed|ing)"
              + "|kill(?:ed)? process|other than|undeclared|not declared|is now|alias|note:|streaming|freed|evict\\w*|0 tests|[A-Z]\\w+Test\\.\\w+)\\b"
              + "|, using |#\\d+(?: worker \\S+)? {3}OUT OF MEMORY {3}|OnOutOfMemory|\"user\"|\\b(?:errors|events|failures|count|kills)\"?[:=] ?0\\b");

  /** Names of files, in which words mean nothing. */
  private static final Pattern PATH = Pattern.compile("\\S*[/\\\\]\\S*");

  /** A level of a warning. */
  private static final Pattern WARNS =
      Pattern.compile(
          "\\b(?:WARN|WARNING|[Ww]arn(?:ing)?\\]?:)|\\[[Ww]arn(?:ing)?\\]|level=warn|\\bW\\d{4} |(?:^|\\s)W [\\w./]+:\\d+\\]");

  /** Words of a program that does the same in another way. */
  private static final Pattern RETRIES =
      Pattern.compile("(?i)\\b(?:retrying|falling back|trying (?:again|basic|smaller|with))\\b");

  /** Words of a line whose failure did no harm. */
  private static final Pattern WENT_ON =
      Pattern.compile(
          "(?i)\\b(?:retry(?:ing)?|falling back|fall back|fallback|ignor\\w+|skip\\w*|continu\\w+|proceeding"
              + "|dropping|not cached|without it)\\b");

  /** Words of a program that ends all the same. */
  private static final Pattern ENDS = Pattern.compile("(?i)\\b(?:terminat|abort|exiting)");

  private static final Pattern FAILS =
      Pattern.compile(
          "(?i)fail|error|exception|exhausted|\\b(?:unable|cannot|insufficient|oom)\\b|could not|n't |ut.of.memory|xceed|greater than");

  /** Signs before a text that its program failed. */
  private static final Pattern RAISED =
      Pattern.compile(
          "\\w(?:Error|Exception|Exhausted|OutOfMemory\\w*|OutOfResources)\\b|EXHAUSTED|TT_(?:FATAL|THROW)|what\\(\\)"
              + "|\\b(?i:error|fatal|critical|panic\\w*|terminat\\w+|abort\\w*|uncaught|unhandled|exception)\\b"
              + "|(?:^|[\\s\\[<])[EF](?:[\\s\\]>:]|\\d{4})|\\b(?:ERR|Failure)\\b|_Failure\\b|\\bE[A-Z]\\d{4}\\b"
              + "|(?:^|\\s)\\w+(?:_|::)\\w+(?:\\(\\))?: $");

  /** Names of a status or an exception. */
  private static final Pattern STATUS =
      Pattern.compile(
          "[A-Z]_(?:OUT_OF|ALLOC|MEM)|[a-z]Error[A-Z]|::bad_alloc|\\w(?:Error|Exception)\\b");

  /** The begin of a message that says nothing else than a failure. */
  private static final Pattern BEGINS =
      Pattern.compile(
          "^(?:Failed|Failure|Cannot|Can't|Can NOT|Could not|Couldn't|Unable|Not enough|Insufficient|No |Out of|Ran out"
              + "|OOM|OUT OF|Alloc\\w* [Ff]ail)"
              + "|^(?:[A-Z][\\w-]* ){1,2}(?:failed|cannot|could not|alloc\\w* fail)"
              + "|^(?:[A-Z]{2,}|Device|Memory) (?:is |ran )?out of");

  /** A level below a warning, before what a program says in passing. */
  private static final Pattern QUIET =
      Pattern.compile(
          "\\b(?:INFO|DEBUG|TRACE|VERBOSE|NOTICE)\\b|\\[(?:info|debug|trace)\\]|(?:^|\\s)[IDV](?:\\d{4}\\b|[ /])|level=(?:info|debug)");

  /** Names of a memory or of a part of it. */
  private static final Pattern OF_MEMORY =
      Pattern.compile(
          "(?i)memory|\\boom\\b|alloc\\b|alloc_|buffer|tensor|arena|heap|vram|\\bhbm|\\bl1\\b|sram|workspace|_mem_|out.?of.?resources|::bad_alloc");

  /** The end of a sentence; another begins behind it. */
  private static final Pattern END = Pattern.compile("[.!?;] +[A-Z]|\\n");

  /** The subject of a sentence, behind the sign of a head. */
  private static final Pattern SUBJECT =
      Pattern.compile(
          "(?:^|[\\]:>|;!)] |[A-Z]:|\\t)[ \\t]*((?:'[\\w.]+' )?[^\"`'\\]:>|;!\\s][^\"`\\]:>|;!]{0,99})$");

  private static final Pattern IN_MARKS =
      Pattern.compile("^(?:'[\\w ]{1,40}'|\"[\\w ]{1,40}\"|`[\\w ]{1,40}`)");

  private UnknownWriter() {}

  /** Reads such a failure around its needle; {@code null} if the line states no such thing. */
  static Message.@Nullable Match read(String text, int hit) {
    boolean fails =
        FailureWords.FAILURES.stream().anyMatch(text::contains)
            || (FailureWords.ALLOCATIONS.stream().anyMatch(text::contains)
                && FAILS.matcher(text).find());
    Map<Field, Size> sizes = WordedSizes.of(text, fails ? hit : 0);
    if (!OF_MEMORY.matcher(text).find() && sizes.values().stream().noneMatch(Size::hasUnit)) {
      return null;
    }
    int start = start(text, hit);
    if (fails && RETRIES.matcher(text).find() && !isPossible(text, hit)) {
      return match(start, text.length(), fact(REFUSED, text, sizes));
    }
    String before = text.substring(0, start);
    boolean raised = RAISED.matcher(before).find();
    Size needed = sizes.get(Field.NEEDED);
    // Advice may stand behind what an error says.
    String words =
        raised && needed != null && needed.end() > hit ? text.substring(0, needed.end()) : text;
    boolean said = fails && !isQuiet(before) && !isPossible(words, hit) && !goesOn(text, hit);
    if (said && needed != null) {
      return match(start, text.length(), fact(FAILED, text, sizes));
    }
    StatedExcess excess = StatedExcess.read(text, sizes);
    if (excess != null && !isPossible(excess.words(text), 0) && !goesOn(text, excess.start())) {
      return match(excess.start(), excess.end(), fact(excess));
    }
    if (!said || text.contains("{}") || !OF_MEMORY.matcher(text).find()) {
      return null;
    }
    if (raised) {
      return match(start, text.length(), fact(FAILED, text, sizes));
    }
    boolean alone = BEGINS.matcher(text.substring(start)).find() || STATUS.matcher(text).find();
    return alone ? match(start, text.length(), fact(OF_NO_SIZE, text, sizes)) : null;
  }

  /** Whether what it read states the size that was asked for. */
  static boolean isSized(Parsed guess) {
    Fact fact =
        guess instanceof Unprefixed bare ? bare.fact() : guess instanceof Fact one ? one : null;
    return fact instanceof MessageFact stated && stated.figure(Field.NEEDED) != null;
  }

  private static MessageFact fact(Message failed, String text, Map<Field, Size> sizes) {
    MessageFact fact = new MessageFact(failed);
    sizes.forEach((field, size) -> fact.figures().put(field, size.bytes()));
    Matcher device = DEVICE.matcher(text);
    for (int group = device.find() ? device.groupCount() : 0; group > 0; group--) {
      if (device.group(group) != null) {
        fact.words().put(Field.DEVICE, device.group(group));
      }
    }
    boolean ofHost =
        HOST.matcher(text).find() || (HEAP.matcher(text).find() && !OF_DEVICE.matcher(text).find());
    String memory = ofHost ? PlanSpace.HOST : StatedExcess.memory(text);
    if (!memory.equals(failed.defaults().get(Field.MEMORY))) {
      fact.words().put(Field.MEMORY, memory);
    }
    return fact;
  }

  /** Whether the level before a text is below a warning, and none of an error is behind that. */
  private static boolean isQuiet(String before) {
    Matcher quiet = QUIET.matcher(before);
    return quiet.find() && !RAISED.matcher(before.substring(quiet.end())).find();
  }

  /** Whether a text says that its failure did no harm. */
  private static boolean goesOn(String text, int hit) {
    return WARNS.matcher(sentence(text, hit)).find()
        || (WENT_ON.matcher(text.substring(hit)).find() && !ENDS.matcher(text).find());
  }

  /** Whether a sentence says that it is no failure of now. */
  private static boolean isPossible(String text, int hit) {
    return POSSIBLE.matcher(PATH.matcher(sentence(text, hit)).replaceAll(" ")).find();
  }

  /** The text up to the end of the sentence in which a position stands. */
  private static String sentence(String text, int at) {
    Matcher end = END.matcher(text);
    return end.find(at) ? text.substring(0, end.start()) : text;
  }

  private static Message.Match match(int start, int end, MessageFact fact) {
    return new Message.Match(start, end, fact, new EnumMap<>(Field.class), false);
  }

  private static MessageFact fact(StatedExcess excess) {
    MessageFact fact = new MessageFact(excess.raised() ? FAILED : TOO_LARGE);
    fact.words().put(Field.MEMORY, excess.memory());
    fact.figures().put(Field.NEEDED, excess.needed());
    boolean free = excess.free() && excess.raised();
    fact.figures().put(free ? Field.FREE : Field.CAPACITY, excess.limit());
    return fact;
  }

  /**
   * The begin of the sentence that a position stands in, without the head before it, and of a name
   * in quote marks with them; the begin of its word where more stands before it.
   */
  private static int start(String text, int at) {
    int word = at;
    while (word > 0 && isOfName(text.charAt(word - 1))) {
      word--;
    }
    int mark = word - 1;
    if (mark >= 0 && IN_MARKS.matcher(text.substring(mark)).find()) {
      word = mark;
    }
    Matcher subject = SUBJECT.matcher(text.substring(0, word));
    return subject.find() ? subject.start(1) : word;
  }

  private static boolean isOfName(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }
}
