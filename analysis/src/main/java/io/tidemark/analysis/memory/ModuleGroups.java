package io.tidemark.analysis.memory;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A user's own names of modules: the first expression that matches a place names its module. */
public record ModuleGroups(List<Pattern> patterns) {

  public static final ModuleGroups NONE = new ModuleGroups(List.of());

  /** The ops of a model are at a few places. */
  private static final Memo<String> NAMES = new Memo<>(1024, ModuleName::of);

  private static final Memo<String> LINES = new Memo<>(1024, ModuleName::line);

  public ModuleGroups {
    patterns = List.copyOf(patterns);
  }

  /**
   * Creates groups.
   *
   * @throws IllegalArgumentException for a text that is no regular expression, or matches the empty
   *     text
   */
  public static ModuleGroups of(List<String> expressions) {
    return new ModuleGroups(expressions.stream().map(ModuleGroups::pattern).toList());
  }

  private static Pattern pattern(String expression) {
    try {
      Pattern pattern = Pattern.compile(expression);
      if (pattern.matches("")) {
        throw new IllegalArgumentException("matches the empty text, want what names a module");
      }
      return pattern;
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException("no regular expression: " + e.getDescription(), e);
    }
  }

  /** Returns the module and the source line of an op, as {@link HolderName#site} writes them. */
  String site(@Nullable String location, String name) {
    String line = location == null ? null : LINES.of(location);
    return HolderName.site(of(location, name), line);
  }

  /**
   * Returns the module of an op: what the first group of an expression matches in its place, or all
   * that the expression matches; else {@link ModuleName#of}.
   *
   * @param name of the op, used if the log states no place
   */
  public String of(@Nullable String location, String name) {
    String place = location == null || location.isEmpty() ? name : location;
    for (Pattern pattern : patterns) {
      Matcher matcher = pattern.matcher(place);
      if (matcher.find()) {
        String group = matcher.groupCount() > 0 ? matcher.group(1) : matcher.group();
        if (group != null && !group.isBlank()) {
          return OpNameLimiter.cut(group.strip());
        }
      }
    }
    // Other names are those of operations.
    return place.equals(location) || name.indexOf('/') >= 0
        ? Objects.requireNonNull(NAMES.of(place))
        : ModuleName.NONE;
  }
}
