package io.tidemark.app.broker;

import io.tidemark.app.broker.EmbeddedBroker.Admission;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.auth.login.AppConfigurationEntry;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.internals.BrokerSecurityConfigs;
import org.apache.kafka.common.security.auth.AuthenticateCallbackHandler;
import org.apache.kafka.common.security.scram.ScramCredential;
import org.apache.kafka.common.security.scram.ScramCredentialCallback;
import org.apache.kafka.common.security.scram.internals.ScramFormatter;
import org.apache.kafka.common.security.scram.internals.ScramMechanism;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's properties of the one node: a broker and its controller, or the controller alone.
 *
 * @param clients admitted to the clients' listener by SCRAM
 * @param inProcess admitted to both listeners by PLAIN, and used by the node's own connections
 */
record NodeProperties(Path logs, int controllerPort, Credential clients, Credential inProcess) {

  static final int NODE = 1;
  static final String CONTROLLER = "CONTROLLER";

  private static final String CLIENTS = "CLIENTS";
  private static final String LOOPBACK = "127.0.0.1";

  static String address(int port) {
    return LOOPBACK + ":" + port;
  }

  Map<String, String> controller() {
    Map<String, String> properties = new HashMap<>();
    properties.put("process.roles", "controller");
    properties.put("node.id", String.valueOf(NODE));
    properties.put("controller.quorum.voters", NODE + "@" + address(controllerPort));
    properties.put("listeners", listener(CONTROLLER, controllerPort));
    properties.put("controller.listener.names", CONTROLLER);
    properties.put("listener.security.protocol.map", protocols(Admission.OWNER));
    properties.put("sasl.enabled.mechanisms", Credential.PLAIN);
    properties.put("sasl.mechanism.controller.protocol", Credential.PLAIN);
    properties.put("sasl.mechanism.inter.broker.protocol", Credential.PLAIN);
    admitInProcess(CONTROLLER, properties);
    properties.put("log.dirs", logs.toString());
    // The default waits 25 ms for more records; a start writes a dozen, each after the last.
    properties.put("controller.quorum.append.linger.ms", "0");
    return properties;
  }

  Map<String, String> broker(int brokerPort, Admission admission) {
    Map<String, String> properties = controller();
    String broker = listener(CLIENTS, brokerPort);
    properties.put("process.roles", "broker,controller");
    properties.put("listeners", broker + "," + listener(CONTROLLER, controllerPort));
    properties.put("advertised.listeners", broker);
    properties.put("inter.broker.listener.name", CLIENTS);
    properties.put("listener.security.protocol.map", protocols(admission));
    admitInProcess(CLIENTS, properties);
    admitClients(properties);
    Properties fixed = new Properties();
    try (InputStream file = NodeProperties.class.getResourceAsStream("broker.properties")) {
      fixed.load(Objects.requireNonNull(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    fixed.stringPropertyNames().forEach(key -> properties.put(key, fixed.getProperty(key)));
    return properties;
  }

  /**
   * Only the node itself is a client of the controller's listener, which always asks for a log-in.
   */
  private static String protocols(Admission admission) {
    return "%s:%s,%s:%s"
        .formatted(
            CLIENTS,
            admission == Admission.OWNER ? Credential.PROTOCOL : "PLAINTEXT",
            CONTROLLER,
            Credential.PROTOCOL);
  }

  private void admitInProcess(String listener, Map<String, String> properties) {
    String login = mechanism(listener, Credential.PLAIN) + SaslConfigs.SASL_JAAS_CONFIG;
    properties.put(login, inProcess.plainListener());
  }

  private void admitClients(Map<String, String> properties) {
    String mechanism = Credential.SCRAM.mechanismName();
    properties.put(of(CLIENTS) + "sasl.enabled.mechanisms", Credential.PLAIN + "," + mechanism);
    String prefix = mechanism(CLIENTS, mechanism);
    properties.put(prefix + SaslConfigs.SASL_JAAS_CONFIG, clients.scramListener());
    properties.put(
        prefix + BrokerSecurityConfigs.SASL_SERVER_CALLBACK_HANDLER_CLASS_CONFIG,
        OwnerLogin.class.getName());
  }

  private static String mechanism(String listener, String mechanism) {
    return of(listener) + mechanism.toLowerCase(Locale.ROOT) + ".";
  }

  private static String of(String listener) {
    return "listener.name." + listener.toLowerCase(Locale.ROOT) + ".";
  }

  private static String listener(String name, int port) {
    return name + "://" + address(port);
  }

  /**
   * Provides a user's keys to a listener from the listener's own configuration. Kafka's default
   * reads them from the cluster's metadata, and folders of earlier releases hold none there.
   *
   * <p>Kafka makes an instance by name, so the class is public.
   */
  public static final class OwnerLogin implements AuthenticateCallbackHandler {

    private String user = "";
    private String password = "";

    /** Derived at the first log-in: the derivation takes thousands of hashes. */
    private @Nullable ScramCredential keys;

    @Override
    public void configure(
        Map<String, ?> configs, String mechanism, List<AppConfigurationEntry> entries) {
      Map<String, ?> options = entries.get(0).getOptions();
      user = String.valueOf(options.get("username"));
      password = String.valueOf(options.get("password"));
    }

    @Override
    public void handle(Callback[] callbacks) throws UnsupportedCallbackException {
      String asked = "";
      for (Callback callback : callbacks) {
        if (callback instanceof NameCallback name) {
          asked = name.getDefaultName();
        } else if (callback instanceof ScramCredentialCallback credential) {
          // Without keys the listener refuses the log-in.
          if (asked.equals(user)) {
            credential.scramCredential(keys());
          }
        } else {
          throw new UnsupportedCallbackException(callback);
        }
      }
    }

    private synchronized ScramCredential keys() {
      ScramCredential known = keys;
      if (known == null) {
        known = derived(password);
        keys = known;
      }
      return known;
    }

    private static ScramCredential derived(String password) {
      ScramMechanism mechanism = Credential.SCRAM;
      try {
        return new ScramFormatter(mechanism)
            .generateCredential(password, mechanism.minIterations());
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every Java platform has " + mechanism.hashAlgorithm(), e);
      }
    }

    @Override
    public void close() {}
  }
}
