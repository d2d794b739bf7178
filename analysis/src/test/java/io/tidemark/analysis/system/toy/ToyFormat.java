package io.tidemark.analysis.system.toy;

import io.tidemark.analysis.line.LineFormat;
import io.tidemark.analysis.line.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The only kind of line of the toy system. */
final class ToyFormat extends LineFormat {

  private static final String NEEDLE = "toy> memory used";
  private static final Pattern LINE =
      Pattern.compile("toy> memory used (\\d+) of (\\d+) on (\\w+)");

  ToyFormat() {
    super(ToySystem.FORMAT, List.of(NEEDLE));
  }

  @Override
  public Parsed parse(byte[] bytes, int head, int start, int end, int needle) {
    String line = new String(bytes, start, end - start, StandardCharsets.UTF_8);
    if (!line.contains(NEEDLE)) {
      return Parsed.Ignored.IGNORED;
    }
    Matcher matcher = LINE.matcher(line);
    return matcher.matches()
        ? new ToyFact(
            matcher.group(3), Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)))
        : new Parsed.Rejected(name, 1, "toy: broken");
  }
}
