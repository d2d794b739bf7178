package io.tidemark.app.broker;

/** Which clients the embedded broker admits. */
public enum Admission {
  /** Clients with the credential in the data folder. */
  OWNER,
  /** Every client that reaches the broker, so every user of this machine. */
  ANYONE
}
