package io.tidemark.sink.page;

import io.tidemark.sink.access.WebConfig;

/**
 * Where a server listens.
 *
 * @param host address, loopback unless the user asks otherwise
 * @param port 0 takes a free one
 * @param web over what, and who may ask
 */
public record Listen(String host, int port, WebConfig web) {

  /** Over plain HTTP, for everybody who reaches it. */
  public Listen(String host, int port) {
    this(host, port, WebConfig.OPEN);
  }

  /** The address of what listens there. */
  public String address(int port) {
    return "%s://%s:%d".formatted(web.scheme(), host, port);
  }

  /** This machine alone can reach it. */
  public boolean loopback() {
    return new HostCheck(host).loopback();
  }
}
