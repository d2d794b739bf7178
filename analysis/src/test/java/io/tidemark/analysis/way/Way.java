package io.tidemark.analysis.way;

import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * The way of a line through the analysis: the types whose methods it entered, and how often it came
 * to a package again that it had left. Instrumented classes call {@link #enter}.
 */
public final class Way {

  private static Way current = new Way();

  private final Set<String> types = new TreeSet<>();
  private final Set<String> packages = new HashSet<>();
  private String at = "";
  private int returns;

  private Way() {}

  /** Begins a new way. */
  static Way begin() {
    current = new Way();
    return current;
  }

  /** A method of the type begins. */
  public static void enter(String type) {
    current.to(type);
  }

  private void to(String type) {
    types.add(type);
    String to = type.substring(0, type.lastIndexOf('.'));
    if (!to.equals(at)) {
      returns += packages.add(to) ? 0 : 1;
      at = to;
    }
  }

  /** The number of types, and of returns into packages. */
  String figures() {
    return types.size() + " " + returns;
  }

  @Override
  public String toString() {
    return types.toString();
  }
}
