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
   * A receiver of remote writes at an address without a secret in it.
   *
   * @throws Refusal when the text is no address, or names a user
   */
  public static Endpoint of(String url, Map<String, String> headers) {
    return new Endpoint(address("--remote-write", url, "/api/v1/write"), headers);
  }

  /**
   * An address that messages may show.
   *
   * @param option that names it
   * @param path of an example
   * @throws Refusal when the text is no address, or names a user
   */
  public static URI address(String option, String url, String path) {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw noAddress(option, url, path);
    }
    if (uri.getRawUserInfo() != null) {
      throw new Refusal(
          "%s %s: a name or password in the address would be shown; want one without"
              .formatted(option, shown(uri)));
    }
    if (!("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
        || uri.getHost() == null) {
      throw noAddress(option, url, path);
    }
    return uri;
  }

  /** An address that may hold a name or a key is not shown. */
  private static Refusal noAddress(String option, String url, String path) {
    boolean secret = url.indexOf('@') >= 0 || url.indexOf('?') >= 0;
    return new Refusal(
        "%s%s: want an http or https address, as http://127.0.0.1:9090%s"
            .formatted(option, secret ? "" : " '" + url + "'", path));
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
