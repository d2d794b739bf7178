package io.tidemark.app.notify;

import java.io.IOException;

/** Somebody who wants to know of alerts; its text names it in messages, without secrets. */
interface AlertReceiver {

  /**
   * Delivers one notice.
   *
   * @throws IOException when it may succeed later; its message says why it failed now
   * @throws Rejected when it never will
   */
  void deliver(AlertNotice notice) throws IOException, InterruptedException;

  /** The receiver does not accept this notice, now or later. */
  final class Rejected extends IOException {
    private static final long serialVersionUID = 1;

    Rejected(String message) {
      super(message);
    }
  }
}
