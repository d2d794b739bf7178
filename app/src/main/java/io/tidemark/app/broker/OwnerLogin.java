package io.tidemark.app.broker;

import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.auth.login.AppConfigurationEntry;
import org.apache.kafka.common.security.auth.AuthenticateCallbackHandler;
import org.apache.kafka.common.security.scram.ScramCredential;
import org.apache.kafka.common.security.scram.ScramCredentialCallback;
import org.apache.kafka.common.security.scram.internals.ScramFormatter;
import org.apache.kafka.common.security.scram.internals.ScramMechanism;
import org.jspecify.annotations.Nullable;

/**
 * Provides a user's keys to a listener from the listener's own configuration. Kafka's default reads
 * them from the cluster's metadata, and folders of earlier releases hold none there.
 *
 * <p>Kafka makes an instance by name, so the class is public.
 */
public final class OwnerLogin implements AuthenticateCallbackHandler {

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
      return new ScramFormatter(mechanism).generateCredential(password, mechanism.minIterations());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + mechanism.hashAlgorithm(), e);
    }
  }

  @Override
  public void close() {}
}
