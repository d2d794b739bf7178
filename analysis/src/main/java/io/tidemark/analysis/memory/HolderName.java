package io.tidemark.analysis.memory;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The name of a holder of memory: the op that made the bytes, the module of the op and its source
 * line. Printed as {@code module SEPARATOR line SEPARATOR op}; module and line are the site.
 *
 * @param module {@link ModuleName#NONE} if the log states none
 * @param line {@code null} if the log states none
 * @param op empty for a whole module, in a state of an earlier build
 */
record HolderName(String module, @Nullable String line, String op) {

  /** No name in a log has it. */
  static final String SEPARATOR = "\u0001";

  /** Site of an op of which the log states neither module nor line. */
  static final String NO_SITE = ModuleName.NONE;

  private static final String ANY = "*";

  private static final Memo<String> KINDS = new Memo<>(1024, HolderName::kindOf);

  /** Returns the text of a module and a source line. */
  static String site(String module, @Nullable String line) {
    return line == null ? module : module + SEPARATOR + line.substring(line.lastIndexOf('/') + 1);
  }

  /** Returns the text of a site and an op. */
  static String of(String site, String op) {
    return site + SEPARATOR + op;
  }

  static HolderName parse(String printed) {
    int first = printed.indexOf(SEPARATOR);
    if (first < 0) {
      return new HolderName(printed, null, "");
    }
    int last = printed.lastIndexOf(SEPARATOR);
    String line = last > first ? printed.substring(first + 1, last) : null;
    return new HolderName(printed.substring(0, first), line, printed.substring(last + 1));
  }

  /** Returns the text with any number of the module; empty for a whole module. */
  static String kind(String printed) {
    return Objects.requireNonNull(KINDS.of(printed));
  }

  private static String kindOf(String printed) {
    HolderName holder = parse(printed);
    return holder.op.isEmpty() ? "" : holder.ofAnyModule().toString();
  }

  @Override
  public String toString() {
    return of(line == null ? module : module + SEPARATOR + line, op);
  }

  /** The same in all modules that differ in a number only. */
  private HolderName ofAnyModule() {
    int end = module.length();
    int begin = end;
    while (begin > 0 && Character.isDigit(module.charAt(begin - 1))) {
      begin--;
    }
    return begin == end ? this : new HolderName(module.substring(0, begin) + ANY, line, op);
  }
}
