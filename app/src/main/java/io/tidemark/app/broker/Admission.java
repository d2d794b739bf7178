package io.tidemark.app.broker;

/** Which clients the embedded broker admits. */
public enum Admission {
  /** Clients with the credential in the data folder. */
  OWNER,
  /** Each client that reaches the broker, so each user of this machine. */
  ANYONE
}
