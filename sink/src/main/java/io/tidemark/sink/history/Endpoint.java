package io.tidemark.sink.history;

import io.tidemark.model.Refusal;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.TreeMap;

/**
 * A receiver of remote writes, and the headers of every request.
 *
 * @param headers by name; their values may be secrets and are never shown
 */
public record Endpoint(URI url, Map<String, String> headers) {

  public Endpoint {
    headers = Map.copyOf(new TreeMap<>(headers));
  }

  /**
   * An endpoint at an address without a secret in it.
   *
   * @throws Refusal when the text is no address, or names a user
   */
  public static Endpoint of(String url, Map<String, String> headers) {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw noAddress(url);
    }
    if (uri.getRawUserInfo() != null) {
      throw new Refusal(
          "--remote-write %s: a name or password in the address would be shown; want them in a file"
              .formatted(shown(uri)));
    }
    if (!("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
        || uri.getHost() == null) {
      throw noAddress(url);
    }
    return new Endpoint(uri, headers);
  }

  /** An address that may hold a name or a key is not shown. */
  private static Refusal noAddress(String url) {
    boolean secret = url.indexOf('@') >= 0 || url.indexOf('?') >= 0;
    return new Refusal(
        "--remote-write%s: want an address of a receiver, as http://127.0.0.1:9090/api/v1/write"
            .formatted(secret ? "" : " '" + url + "'"));
  }

  private static String shown(URI uri) {
    return "%s://%s%s%s"
        .formatted(
            uri.getScheme(),
            uri.getHost(),
            uri.getPort() < 0 ? "" : ":" + uri.getPort(),
            uri.getRawPath() == null ? "" : uri.getRawPath());
  }

  /** The address without its query, which may hold a secret; no header. */
  @Override
  public String toString() {
    return shown(url);
  }
}
