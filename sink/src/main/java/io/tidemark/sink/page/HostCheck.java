package io.tidemark.sink.page;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks the host names that the server answers to. Otherwise a page under a foreign name that
 * resolves to loopback could read everything through the user's browser. A server that listens on
 * every address does not know its names, so it accepts any, unless names were given. Then it still
 * accepts addresses: a foreign page has a name.
 */
final class HostCheck {

  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final Set<String> EVERY_ADDRESS = Set.of("0.0.0.0", "[::]", "[0:0:0:0:0:0:0:0]");

  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[.*");

  private final String own;
  private final Set<String> given;
  private final String external;

  /**
   * Accepts more than the own name.
   *
   * @param given in lower case
   * @param external the host of the address behind a proxy; empty for none
   */
  HostCheck(String host, Set<String> given, String external) {
    this.given = given;
    this.external = external.toLowerCase(Locale.ROOT);
    String lower = host.toLowerCase(Locale.ROOT);
    this.own = lower.contains(":") && !lower.startsWith("[") ? "[" + lower + "]" : lower;
  }

  /** Whether only this machine can reach the server. */
  boolean loopback() {
    return LOOPBACK.contains(own);
  }

  boolean allows(@Nullable String header) {
    if (header == null) {
      return false;
    }
    String name = withoutPort(header.toLowerCase(Locale.ROOT));
    return LOOPBACK.contains(name)
        || own.equals(name)
        || given.contains(name)
        || (!external.isEmpty() && external.equals(name))
        || (EVERY_ADDRESS.contains(own) && (given.isEmpty() || ADDRESS.matcher(name).matches()));
  }

  private static String withoutPort(String header) {
    int from = header.startsWith("[") ? header.indexOf(']') : 0;
    int colon = from < 0 ? -1 : header.indexOf(':', from);
    return colon < 0 ? header : header.substring(0, colon);
  }
}
