package io.tidemark.sink.page;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks the host names that the server answers to. Otherwise a page under a foreign name that
 * resolves to loopback could read everything through the user's browser. A server that listens on
 * every address does not know its names, so it accepts any.
 */
final class HostCheck {

  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final Set<String> EVERY_ADDRESS = Set.of("0.0.0.0", "[::]", "[0:0:0:0:0:0:0:0]");

  private final String own;

  HostCheck(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    this.own = lower.contains(":") && !lower.startsWith("[") ? "[" + lower + "]" : lower;
  }

  boolean open() {
    return EVERY_ADDRESS.contains(own);
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
    return open() || LOOPBACK.contains(name) || own.equals(name);
  }

  private static String withoutPort(String header) {
    int from = header.startsWith("[") ? header.indexOf(']') : 0;
    int colon = from < 0 ? -1 : header.indexOf(':', from);
    return colon < 0 ? header : header.substring(0, colon);
  }
}
