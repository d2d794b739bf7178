package io.tidemark.app.broker;

import io.tidemark.app.broker.Probe.Found;
import io.tidemark.app.fault.Fault;
import io.tidemark.app.fault.FaultSentences;
import io.tidemark.model.Refusal;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.RetriableException;

/**
 * Waits for a broker at a program's start. An unreachable broker is reported once and waited for. A
 * broker that can never admit this program ends it with one sentence.
 *
 * <pre>
 *  probe ─▶ nothing there ─▶ (reported once) ─▶ again, until patience ends ─▶ Fault
 *    ├────▶ no broker, TLS, log-in ─▶ Refusal
 *    └────▶ broker ─▶ question ─▶ done
 *                       ├─▶ unreachable meanwhile ─▶ again
 *                       └─▶ wrong password ─▶ Fault
 * </pre>
 */
public final class BrokerAccess {

  private static final long AGAIN_MILLIS = 500;
  private static final String PROTOCOL = "security.protocol";
  private static final String SERVERS = "bootstrap.servers";

  private final Map<String, Object> kafka;
  private final Optional<Duration> patience;
  private final Consumer<String> waiting;
  private boolean reported;

  private BrokerAccess(
      Map<String, Object> kafka, Optional<Duration> patience, Consumer<String> waiting) {
    this.kafka = kafka;
    this.patience = patience;
    this.waiting = waiting;
  }

  /**
   * Waits for the broker, then runs the program's first question to it.
   *
   * @param kafka client properties
   * @param patience time to wait for an unreachable broker; empty waits until the process ends
   * @param waiting gets each reason to wait, as a sentence
   * @param first repeated while the broker is not ready to answer it
   * @throws Refusal when the address is wrong, or its listener does not fit these properties
   * @throws Fault when patience ends or the broker refuses the log-in
   */
  public static void await(
      Map<String, Object> kafka,
      Optional<Duration> patience,
      Consumer<String> waiting,
      Question first)
      throws InterruptedException, ExecutionException {
    new BrokerAccess(kafka, patience, waiting).await(first);
  }

  /** A question to the broker, asked by a Kafka client. */
  @FunctionalInterface
  public interface Question {
    void ask() throws InterruptedException, ExecutionException;
  }

  /**
   * Repeats a question while it fails for a reason that passes.
   *
   * @param passes whether waiting may mend the cause of a failure
   * @throws ExecutionException what the last attempt failed with, when patience has ended
   */
  static void untilAnswered(
      Duration patience, Duration pause, Predicate<Throwable> passes, Question question)
      throws InterruptedException, ExecutionException {
    long deadlineNanos = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        question.ask();
        return;
      } catch (ExecutionException e) {
        if (!passes.test(e.getCause()) || System.nanoTime() - deadlineNanos > 0) {
          throw e;
        }
      }
      Thread.sleep(pause.toMillis());
    }
  }

  private void await(Question first) throws InterruptedException, ExecutionException {
    long from = System.nanoTime();
    int refused = 0;
    while (true) {
      Probe.Answer answer = probe();
      if (answer.found() == Found.BROKER) {
        Optional<String> why = attempt(first);
        if (why.isEmpty()) {
          return;
        }
        answer = new Probe.Answer(Found.NOTHING, why.get());
      }
      // A single answer of this kind may come from a broker that is shutting down.
      refused = answer.found() == Found.NOTHING ? 0 : refused + 1;
      if (refused > 1) {
        throw new Refusal("%s %s".formatted(kafka.get(SERVERS), answer.words()));
      }
      endOrReport(answer, Duration.ofNanos(System.nanoTime() - from));
      Thread.sleep(AGAIN_MILLIS);
    }
  }

  private void endOrReport(Probe.Answer answer, Duration waited) {
    if (patience.isPresent() && waited.compareTo(patience.get()) >= 0) {
      throw new Fault(
          "Kafka at %s %s; gave up after %d s (--patience)"
              .formatted(kafka.get(SERVERS), answer.words(), waited.toSeconds()));
    }
    String words = "waiting for Kafka at %s: %s".formatted(kafka.get(SERVERS), answer.words());
    waiting.accept(words);
    if (!reported && answer.found() == Found.NOTHING) {
      System.err.println("tidemark: " + words);
      reported = true;
    }
  }

  private Probe.Answer probe() {
    String protocol = String.valueOf(kafka.getOrDefault(PROTOCOL, "PLAINTEXT"));
    if (protocol.endsWith("SSL")) {
      // The probe does not speak TLS, so the client must find out.
      return new Probe.Answer(Found.BROKER, "answers");
    }
    Probe.Login login = protocol.startsWith("SASL") ? Probe.Login.GIVEN : Probe.Login.NONE;
    Probe.Answer worst = new Probe.Answer(Found.NOTHING, "cannot be reached (no such host)");
    for (InetSocketAddress address : addresses()) {
      Probe.Answer answer = Probe.of(address, login);
      if (answer.found() == Found.BROKER) {
        return answer;
      }
      if (worst.found() == Found.NOTHING) {
        worst = answer;
      }
    }
    return worst;
  }

  private List<InetSocketAddress> addresses() {
    try {
      return ClientUtils.parseAndValidateAddresses(
          List.of(String.valueOf(kafka.get(SERVERS)).split("\\s*,\\s*")), "use_all_dns_ips");
    } catch (ConfigException e) {
      if (String.valueOf(e.getMessage()).startsWith("No resolvable")) {
        return List.of();
      }
      throw new Refusal("--bootstrap-servers '%s': want HOST:PORT".formatted(kafka.get(SERVERS)));
    }
  }

  /** Empty on success; else the reason why there is no answer yet, as the end of a sentence. */
  private Optional<String> attempt(Question first) throws InterruptedException, ExecutionException {
    try {
      first.ask();
      return Optional.empty();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof AuthenticationException refused) {
        throw new Fault(FaultSentences.logIn("Kafka at " + kafka.get(SERVERS), refused));
      }
      if (cause instanceof RetriableException) {
        return Optional.of("does not answer yet (" + cause.getMessage() + ")");
      }
      throw e;
    } catch (KafkaException e) {
      throw refused(e);
    }
  }

  /** The client wraps the error about a wrong property; the message names the property. */
  private static RuntimeException refused(KafkaException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConfigException || cause instanceof IllegalArgumentException) {
        return new Refusal("Kafka client: " + cause.getMessage());
      }
    }
    return e;
  }
}
