package io.tidemark.app.broker;

import io.tidemark.model.Refusal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Selects loopback ports for Kafka, which binds them only seconds later. */
final class FreePort {

  /**
   * Ephemeral ports of other programs' connections begin at {@link #END}; one of those could be
   * taken at any moment.
   */
  private static final int FIRST = 20_000;

  private static final int END = 32_768;
  private static final int TRIES = 100;

  private FreePort() {}

  /** A port that nobody listens on. */
  static int any() {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      if (isFree(port)) {
        return port;
      }
    }
    throw new Refusal("no free port from %d to %d on 127.0.0.1".formatted(FIRST, END - 1));
  }

  /**
   * Returns the port after a check.
   *
   * @throws Refusal when it is taken
   */
  static int checked(int port) {
    if (!isFree(port)) {
      throw new Refusal("broker port " + port + " is taken; name a free port, or 0 for any");
    }
    return port;
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}
