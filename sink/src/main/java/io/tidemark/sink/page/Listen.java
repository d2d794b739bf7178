package io.tidemark.sink.page;

/**
 * Where a server listens.
 *
 * @param host address, loopback unless the user asks otherwise
 * @param port 0 takes a free one
 */
public record Listen(String host, int port) {

  /** This machine alone can reach it. */
  public boolean loopback() {
    return new HostCheck(host).loopback();
  }
}
