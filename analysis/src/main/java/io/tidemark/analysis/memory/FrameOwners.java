package io.tidemark.analysis.memory;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The owners of memory by the frames in which they ask for it, as the message files list them, and
 * the advice for each.
 */
public final class FrameOwners {

  public static final FrameOwners NONE = new FrameOwners(List.of());

  /** Stands for any text between two pieces of a text. */
  private static final String GAP = " … ";

  /** A frame of a backtrace of C or C++. */
  private static final Pattern BACKTRACE =
      Pattern.compile("(?:^|\\s)(?:--- |#\\d{1,3}[: ]|frame #\\d{1,3}: )");

  private final List<Owner> owners;

  /**
   * An owner.
   *
   * @param calls texts of its frames: {@code PATH in FUNCTION()}, the code below, a frame of a
   *     backtrace, or the name of an op
   * @param says texts of other lines that name it, shortly behind a failure
   * @param phase whether its advice also holds for the frames within its own
   */
  public record Owner(List<Text> calls, List<Text> says, boolean phase, String advice) {

    /** An owner with its texts as they are written in a message file. */
    public static Owner of(List<String> calls, List<String> says, boolean phase, String advice) {
      return new Owner(
          calls.stream().map(Text::of).toList(),
          says.stream().map(Text::of).toList(),
          phase,
          advice);
    }
  }

  /** A text, as pieces that follow each other with anything between them. */
  record Text(List<String> pieces) {

    static Text of(String text) {
      return new Text(text.contains(GAP) ? List.of(text.split(GAP)) : List.of(text));
    }

    boolean isIn(String line) {
      int from = 0;
      for (String piece : pieces) {
        int at = line.indexOf(piece, from);
        if (at < 0) {
          return false;
        }
        from = at + piece.length();
      }
      return true;
    }
  }

  /**
   * Creates the table.
   *
   * @param owners the first one whose text stands in a frame owns it
   */
  public FrameOwners(List<Owner> owners) {
    this.owners = List.copyOf(owners);
  }

  /** The owner of a frame, or of an op by its name; {@code null} if it is unknown. */
  @Nullable Owner ofFrame(String text) {
    return first(text, owners.stream(), true);
  }

  /** The advice for the owner of an op; {@code null} if that is unknown. */
  @Nullable String ofOp(@Nullable String name) {
    Owner owner = name == null ? null : ofFrame(name);
    return owner == null ? null : owner.advice;
  }

  /** The advice for the owner that a line behind a failure names; {@code null} if it names none. */
  @Nullable String ofLine(String line) {
    Owner owner = first(line, owners.stream(), BACKTRACE.matcher(line).find());
    return owner == null ? null : owner.advice;
  }

  private static @Nullable Owner first(String text, Stream<Owner> owners, boolean calls) {
    return owners
        .filter(owner -> (calls ? owner.calls : owner.says).stream().anyMatch(t -> t.isIn(text)))
        .findFirst()
        .orElse(null);
  }

  /** The advice that frames of a traceback, or a line behind a failure, lead to. */
  public @Nullable String ofText(String text) {
    Traceback traceback = new Traceback();
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int from = 0;
    for (String line : text.split("\n", -1)) {
      int length = line.getBytes(StandardCharsets.UTF_8).length;
      traceback.onLine(bytes, from, from + length, this);
      from += length + 1;
    }
    String advice = traceback.advice();
    for (String line : text.split("\n", -1)) {
      advice = advice == null ? ofLine(line) : advice;
    }
    return advice;
  }
}
