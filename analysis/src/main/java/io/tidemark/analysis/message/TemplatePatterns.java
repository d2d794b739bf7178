package io.tidemark.analysis.message;

import com.google.re2j.Pattern;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The patterns of a text, each compiled when a line first needs it: a log holds few of the
 * messages.
 *
 * @param whole matches the message
 * @param longest matches as many nodes from the needle on as a line agrees with
 * @param before matches what stands before the needle, up to the end of a text
 * @param partly matches as many whole nodes as stand in a text
 * @param stating the needle up to the first figure; the empty text if no figure always stands there
 */
record TemplatePatterns(
    Supplier<Pattern> whole,
    Supplier<Pattern> longest,
    Supplier<Pattern> before,
    Supplier<Pattern> partly,
    Supplier<Pattern> stating) {

  /**
   * Those of a text.
   *
   * @param rest its nodes from the needle on
   */
  static TemplatePatterns of(List<TemplateNode> nodes, List<TemplateNode> rest) {
    List<TemplateNode> first = nodes.subList(0, nodes.size() - rest.size());
    return new TemplatePatterns(
        once(() -> TemplateNode.pattern(nodes), 0),
        once(() -> TemplateNode.begins(rest), Pattern.LONGEST_MATCH),
        once(() -> TemplateNode.pattern(first) + "$", 0),
        once(() -> TemplateNode.begins(plain(nodes)), Pattern.LONGEST_MATCH),
        once(() -> TemplateNode.pattern(upToFigure(rest)), 0));
  }

  /** Those of a key with its value, at any place of a record. */
  static TemplatePatterns ofPair(String pair) {
    Supplier<Pattern> whole = once(() -> pair, 0);
    Supplier<Pattern> none = once(() -> "", 0);
    return new TemplatePatterns(whole, whole, once(() -> "$", 0), none, none);
  }

  private static List<TemplateNode> plain(List<TemplateNode> nodes) {
    return nodes.stream().map(node -> new TemplateNode(node.pattern(), false, "")).toList();
  }

  private static List<TemplateNode> upToFigure(List<TemplateNode> rest) {
    int figure = 0;
    while (figure < rest.size() && !rest.get(figure).figure()) {
      figure++;
    }
    return figure < rest.size() ? rest.subList(0, figure + 1) : List.of();
  }

  static Supplier<Pattern> once(Supplier<String> regex, int flags) {
    // A thread that does not see what another one compiled compiles it again.
    @Nullable Pattern[] compiled = new Pattern[1];
    return () -> {
      Pattern pattern = compiled[0];
      if (pattern == null) {
        pattern = Pattern.compile(regex.get(), flags);
        compiled[0] = pattern;
      }
      return pattern;
    };
  }
}
