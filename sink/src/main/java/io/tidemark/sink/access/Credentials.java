package io.tidemark.sink.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The content of an {@code Authorization} header of basic authentication (RFC 7617). */
@SuppressWarnings("ArrayRecordComponent") // never compared, and no string that stays in memory
record Credentials(String name, byte[] password) {

  private static final String SCHEME = "Basic ";

  /** Empty for a header without credentials. */
  static Optional<Credentials> of(@Nullable String header) {
    if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    try {
      byte[] decoded = Base64.getDecoder().decode(header.substring(SCHEME.length()).strip());
      String[] parts = new String(decoded, UTF_8).split(":", 2);
      return parts.length < 2
          ? Optional.empty()
          : Optional.of(new Credentials(parts[0], parts[1].getBytes(UTF_8)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Without the password, so that none reaches a log by mistake. */
  @Override
  public String toString() {
    return "Credentials[" + name + "]";
  }
}
