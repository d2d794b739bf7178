package io.tidemark.app.notify;

import java.io.IOException;

/** A receiver of alerts. Its {@code toString} names it in messages, without secrets. */
interface AlertReceiver {

  /**
   * Delivers one notice.
   *
   * @throws IOException when a retry may succeed; its message states the present reason
   * @throws Rejected when no retry can succeed
   */
  void deliver(AlertNotice notice) throws IOException, InterruptedException;

  /** The receiver does not accept this notice, now or later. */
  final class Rejected extends IOException {
    Rejected(String message) {
      super(message);
    }
  }
}
