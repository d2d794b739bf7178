package io.tidemark.sink.page;

import io.tidemark.sink.access.WebConfig;

/**
 * The address of a server, and its access.
 *
 * @param host address, loopback unless the user asks otherwise
 * @param port 0 selects a free one
 * @param web TLS and log-in
 */
public record Listen(String host, int port, WebConfig web) {

  /** A server over plain HTTP without log-in. */
  public Listen(String host, int port) {
    this(host, port, WebConfig.OPEN);
  }

  public String address(int port) {
    String name = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    return "%s://%s:%d".formatted(web.scheme(), name, port);
  }

  /** Whether only this machine can reach the server. */
  public boolean loopback() {
    return new HostCheck(host).loopback();
  }
}
