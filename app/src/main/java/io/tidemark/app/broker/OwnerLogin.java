package io.tidemark.app.broker;

import java.util.List;
import java.util.Map;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.auth.login.AppConfigurationEntry;
import org.apache.kafka.common.security.auth.AuthenticateCallbackHandler;
import org.apache.kafka.common.security.scram.ScramCredential;
import org.apache.kafka.common.security.scram.ScramCredentialCallback;
import org.apache.kafka.common.security.scram.internals.ScramCredentialUtils;

/**
 * Provides a user's keys to a listener from the listener's own configuration. Kafka's default reads
 * them from the cluster's metadata, where folders of earlier releases hold none; and a controller
 * needs them before it has read its metadata.
 *
 * <p>Kafka makes an instance by name, so the class is public.
 */
public final class OwnerLogin implements AuthenticateCallbackHandler {

  /** The option of the login entry that holds the derived keys. */
  static final String KEYS = "keys";

  private String user = "";
  private ScramCredential keys = new ScramCredential(new byte[0], new byte[0], new byte[0], 0);

  @Override
  public void configure(
      Map<String, ?> configs, String mechanism, List<AppConfigurationEntry> entries) {
    Map<String, ?> options = entries.get(0).getOptions();
    user = String.valueOf(options.get("username"));
    keys = ScramCredentialUtils.credentialFromString(String.valueOf(options.get(KEYS)));
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
          credential.scramCredential(keys);
        }
      } else {
        throw new UnsupportedCallbackException(callback);
      }
    }
  }

  @Override
  public void close() {}
}
