package io.tidemark.sink.receiver;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.net.ssl.SSLException;

/**
 * The meaning of a receiver's answer for a request, by its status and its words:
 *
 * <pre>
 *   2xx                       accepted
 *   400, 409, 422             refused for good; Thanos answers 409 where Prometheus answers 400
 *   413                       too large: a smaller request may be accepted
 *   408, 425, 429, 5xx        later, after Retry-After if there is one
 *   500 with words of 400     refused for good, as by Prometheus 2
 *   3xx, 401, 403, 404, …     the address or the credentials are wrong
 * </pre>
 */
public enum ReceiverAnswer {
  ACCEPTED,
  /** The receiver is overloaded, fails or is away at present. */
  LATER,
  /** The receiver refuses at least one part of the request for good. */
  NEVER,
  /**
   * Like {@link #NEVER}: one sample is older than the receiver's window. Every older sample of its
   * series is, too; those within the window may come in any order. A receiver without a window
   * answers "out of bounds". It also does so for a sample more than ten minutes ahead of its clock.
   */
  TOO_OLD,
  TOO_LARGE,
  /** Nothing is accepted here: the address or the credentials are wrong. */
  WRONG;

  private static final Set<Integer> FINAL = Set.of(400, 409, 422);
  private static final Set<Integer> BUSY = Set.of(408, 425, 429);
  private static final int LARGE = 413;

  private static final List<String> AGE =
      List.of("too old sample", "timestamp is too old", "out of bounds");

  private static final List<String> ORDER = List.of("out of order", "duplicate sample");

  static ReceiverAnswer of(int status, String body) {
    boolean failing = status / 100 == 5;
    boolean age = AGE.stream().anyMatch(body::contains);
    if (status / 100 == 2) {
      return ACCEPTED;
    }
    if (FINAL.contains(status) || (failing && (age || ORDER.stream().anyMatch(body::contains)))) {
      return age ? TOO_OLD : NEVER;
    }
    if (status == LARGE) {
      return TOO_LARGE;
    }
    return failing || BUSY.contains(status) ? LATER : WRONG;
  }

  /** Whether the same request is refused whenever it comes. */
  public boolean isFinal() {
    return this == NEVER || this == TOO_OLD || this == TOO_LARGE;
  }

  /** The reason of a failed exchange in words, without a class name. */
  static String reason(IOException failed) {
    for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
        return "the host is unknown";
      }
      if (cause instanceof HttpConnectTimeoutException) {
        return "no connection in time";
      }
      if (cause instanceof HttpTimeoutException) {
        return "no answer in time";
      }
      if (cause instanceof SSLException) {
        return "TLS fails: " + cause.getMessage();
      }
    }
    String message = failed.getMessage();
    if (failed instanceof ConnectException) {
      return message == null ? "connection refused" : message.toLowerCase(Locale.ROOT);
    }
    if (message == null || message.contains("header parser") || message.contains("EOF")) {
      return "the connection was closed before an answer";
    }
    return message;
  }
}
