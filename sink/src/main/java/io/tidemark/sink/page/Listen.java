package io.tidemark.sink.page;

import io.tidemark.sink.access.WebConfig;
import java.net.URI;
import java.util.Set;

/**
 * The address of a server, and its access.
 *
 * @param host address, loopback unless the user asks otherwise
 * @param port 0 selects a free one
 * @param web TLS and log-in
 * @param names further host names that requests may have, in lower case
 * @param external the page's address behind a proxy, without a slash at its end; empty for none
 */
public record Listen(String host, int port, WebConfig web, Set<String> names, String external) {

  public Listen {
    names = Set.copyOf(names);
  }

  /** A server without other names. */
  public Listen(String host, int port, WebConfig web) {
    this(host, port, web, Set.of(), "");
  }

  /** A server over plain HTTP without log-in. */
  public Listen(String host, int port) {
    this(host, port, WebConfig.OPEN);
  }

  public String address(int port) {
    String name = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    return "%s://%s:%d".formatted(web.scheme(), name, port);
  }

  /** The page's address for links that leave this machine. */
  public String link(int port) {
    return external.isEmpty() ? address(port) : external;
  }

  HostCheck hosts() {
    return new HostCheck(host, names, external.isEmpty() ? "" : URI.create(external).getHost());
  }

  /** Whether only this machine can reach the server. */
  public boolean loopback() {
    return hosts().loopback();
  }
}
