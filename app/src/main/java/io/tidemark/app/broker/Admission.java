package io.tidemark.app.broker;

/** Which clients the embedded broker admits. */
public enum Admission {
  /** Those that know the credential in the data folder. */
  OWNER,
  /** All that reach it: every user of this machine. */
  ANYONE
}
