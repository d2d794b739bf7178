package io.tidemark.app.fault;

import io.tidemark.ingest.own.TakenOver;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.IllegalSaslStateException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;

/** Turns an exception into a program's last line; known faults name the remedy. */
public final class FaultSentences {

  /** Kafka Streams names the topic above the cause. */
  private static final Pattern NOT_CREATED = Pattern.compile("Could not create topic (\\S+)\\.");

  private FaultSentences() {}

  public static String of(Throwable thrown) {
    String sentence = known(thrown).orElseGet(() -> withCause(thrown));
    return TerminalText.line(sentence.replaceAll("\\s*[\\r\\n]+\\s*", " "));
  }

  private static Optional<String> known(Throwable thrown) {
    if (thrown instanceof Refusal) {
      return Optional.of(String.valueOf(thrown.getMessage()));
    }
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage());
      if (cause instanceof Fault || cause instanceof TakenOver) {
        return Optional.of(message);
      }
      if (cause instanceof AuthenticationException refused) {
        return Optional.of(logIn("Kafka", refused));
      }
      if (cause instanceof AuthorizationException refused) {
        return Optional.of(denied("Kafka", "this program's user", what(refused)));
      }
      if (cause instanceof FencedInstanceIdException) {
        return Optional.of(
            "another streams process runs under this instance's name; give each its own"
                + " --instance");
      }
      if (cause instanceof InvalidTimestampException) {
        return Optional.of(
            "a clock is wrong, on this machine or on the broker's: set both and start again,"
                + " nothing that was acknowledged is lost ("
                + message
                + ")");
      }
      String words = message.toLowerCase(Locale.ROOT);
      if (isDiskFull(cause) || words.contains("unsafe memory access")) {
        return Optional.of(
            "a disk is full: free space on it and start again, nothing else is needed ("
                + message
                + ")");
      }
      if (words.contains("too many open files")) {
        return Optional.of(
            "too many open files: raise the limit (ulimit -n) and start again (" + message + ")");
      }
    }
    return Optional.empty();
  }

  /** The sentence of a failed log-in or TLS handshake with {@code kafka}. */
  public static String logIn(String kafka, AuthenticationException refused) {
    if (refused instanceof IllegalSaslStateException) {
      return "a server that is not Kafka answered for %s, or a proxy before it: start again (%s)"
          .formatted(kafka, refused.getMessage());
    }
    return refused instanceof SslAuthenticationException
        ? tls(kafka, refused)
        : "%s refuses the name or password: %s".formatted(kafka, refused.getMessage());
  }

  /** The JDK states in words only what is wrong; a server's alert may not come through. */
  private static String tls(String kafka, AuthenticationException refused) {
    String words =
        Stream.iterate((Throwable) refused, Objects::nonNull, Throwable::getCause)
            .map(Throwable::getMessage)
            .collect(Collectors.joining(": "));
    if (words.contains("certification path")) {
      return "this program does not trust the certificate of %s: give its authority by ssl.truststore.location in --config"
          .formatted(kafka);
    }
    if (words.contains("No subject alternative") || words.contains("No name matching")) {
      return "the certificate of %s is for another host (%s): use a host of it in --bootstrap-servers and in Kafka's advertised.listeners, or set ssl.endpoint.identification.algorithm= in --config"
          .formatted(kafka, words.substring(words.lastIndexOf(": ") + 2));
    }
    if (words.contains("fatal alert: ") && words.contains("certificate")) {
      return "%s does not take this program's certificate, or misses one (%s): see ssl.keystore.location in --config"
          .formatted(kafka, words.substring(words.indexOf("fatal alert: ")));
    }
    return "%s and this program cannot agree on TLS: %s; see ssl.truststore.location in --config"
        .formatted(kafka, words);
  }

  /**
   * The sentence of a missing right that caused this; empty if none did.
   *
   * @param user the principal
   */
  public static Optional<String> denied(String kafka, String user, Throwable thrown) {
    String above = "";
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof AuthorizationException refused) {
        Matcher topic = NOT_CREATED.matcher(above);
        return Optional.of(
            denied(
                kafka,
                user,
                topic.matches() ? "Create on the topic " + topic.group(1) : what(refused)));
      }
      above = String.valueOf(cause.getMessage());
    }
    return Optional.empty();
  }

  private static String denied(String kafka, String user, String what) {
    return "%s does not allow %s %s: grant the rights that docs/kafka.md lists, or let an administrator run `tidemark topics`"
        .formatted(kafka, user, what);
  }

  /** What a right is missing for; of a topic Kafka does not say which right it is. */
  private static String what(AuthorizationException refused) {
    if (refused instanceof TopicAuthorizationException topics
        && !topics.unauthorizedTopics().isEmpty()) {
      SortedSet<String> names = new TreeSet<>(topics.unauthorizedTopics());
      boolean changelogs = names.stream().allMatch(name -> name.endsWith("-changelog"));
      return "%s on the topics %s"
          .formatted(
              changelogs ? "Create, Read and Write" : "an operation", String.join(", ", names));
    }
    if (refused instanceof GroupAuthorizationException group && group.groupId() != null) {
      return "Read on the group " + group.groupId();
    }
    if (refused instanceof TransactionalIdAuthorizationException) {
      return "Write on its transactional id";
    }
    return "what it asked for (" + refused.getMessage() + ")";
  }

  /** Whether this exception, without its causes, is that of a full disk. */
  public static boolean isDiskFull(Throwable cause) {
    String words = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
    return words.contains("no space left on device") || words.contains("quota exceeded");
  }

  /** What is wrong is often said only at the root, such as the name of a file that is not there. */
  private static String withCause(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return thrown + (root == thrown ? "" : " (" + root + ")");
  }
}
