package io.tidemark.analysis.system.toy;

import io.tidemark.analysis.line.NamedFormat;
import io.tidemark.analysis.line.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The only kind of line of the toy system. */
final class ToyFormat extends NamedFormat {

  private static final Pattern LINE = Pattern.compile("toy> used (\\d+) of (\\d+) on (\\w+)");

  ToyFormat() {
    super(ToySystem.FORMAT);
  }

  @Override
  public String sign() {
    return "\"toy> used ...\"";
  }

  @Override
  public List<String> needles() {
    return List.of("toy> used");
  }

  @Override
  public boolean mayBegin(byte first) {
    return false;
  }

  @Override
  public Parsed parse(byte[] bytes, int start, int end) {
    String line = new String(bytes, start, end - start, StandardCharsets.UTF_8);
    Matcher matcher = LINE.matcher(line);
    return matcher.matches()
        ? new ToyFact(
            matcher.group(3), Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)))
        : new Parsed.Rejected(name, 1, "toy: broken");
  }
}
