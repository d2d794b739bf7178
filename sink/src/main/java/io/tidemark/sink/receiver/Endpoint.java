package io.tidemark.sink.receiver;

import io.tidemark.model.Refusal;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A receiver's address and the headers of every request. The path, the query and the headers may be
 * secret, so only scheme, host and port are ever shown. All of it is read again for each request.
 */
public final class Endpoint {

  /** Shorter words of a header are names, and would hide the same letters of any answer. */
  private static final int SHORTEST_SECRET = 6;

  private static final int MOST_PORT = 65_535;

  private final String option;
  private final Secret address;
  private final Map<String, Secret> headers;
  private volatile String shown = "";

  private Endpoint(String option, Secret address, Map<String, Secret> headers) {
    this.option = option;
    this.address = address;
    this.headers = new TreeMap<>(headers);
  }

  /**
   * A receiver whose address and headers can be read now.
   *
   * @param option that names it
   * @throws Refusal when one of them cannot be read or is wrong
   */
  public static Endpoint of(String option, Secret address, Map<String, Secret> headers) {
    Endpoint endpoint = new Endpoint(option, address, headers);
    try {
      endpoint.request();
    } catch (IOException e) {
      throw new Refusal(String.valueOf(e.getMessage()));
    }
    return endpoint;
  }

  /** The same with an address that does not change. */
  public static Endpoint of(String option, String url, Map<String, Secret> headers) {
    return of(option, () -> url, headers);
  }

  /**
   * An address over HTTP without a user.
   *
   * @throws Refusal when the text is no address, or names a user
   */
  public static URI address(String option, String url) {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      throw noAddress(option);
    }
    if (!("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
        || uri.getHost() == null) {
      throw noAddress(option);
    }
    if (uri.getPort() > MOST_PORT) {
      throw new Refusal(
          "%s %s: found port %d; want one up to %d"
              .formatted(option, shown(uri), uri.getPort(), MOST_PORT));
    }
    if (uri.getRawUserInfo() != null) {
      throw new Refusal(
          "%s %s: found a name or password in the address; want one without"
              .formatted(option, shown(uri)));
    }
    return uri;
  }

  /**
   * The address of a page, to which a path is added: without a slash at its end.
   *
   * @throws Refusal when the text is no such address, or names a user, a query or a place
   */
  public static String page(String option, String url) {
    URI uri = address(option, url);
    if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
      throw new Refusal(
          option + ": want an address without ? and #, as https://example.com/tidemark/");
    }
    return url.replaceFirst("/+$", "");
  }

  /** The found text is not shown: it may be a key in the wrong place. */
  private static Refusal noAddress(String option) {
    return new Refusal(
        option + ": found no http or https address; want one as http://127.0.0.1:9090/path");
  }

  private static String shown(URI uri) {
    return "%s://%s%s/…"
        .formatted(uri.getScheme(), uri.getHost(), uri.getPort() < 0 ? "" : ":" + uri.getPort());
  }

  /** A request with the present address and headers, and the words that no message may show. */
  record Prepared(HttpRequest.Builder request, List<String> secrets) {

    /** The text without the secrets, in case a receiver repeats them. */
    String hidden(String text) {
      String hidden = text;
      for (String secret : secrets) {
        hidden = hidden.replace(secret, "…");
      }
      return hidden;
    }
  }

  /**
   * Prepares a request.
   *
   * @throws IOException when the address or a header cannot be read, or HTTP does not allow it
   */
  Prepared request() throws IOException {
    URI url;
    try {
      url = address(option, address.read());
    } catch (Refusal e) {
      throw new IOException(e.getMessage(), e);
    }
    shown = shown(url);
    HttpRequest.Builder request = HttpRequest.newBuilder(url);
    Map<String, String> values = new LinkedHashMap<>();
    for (Map.Entry<String, Secret> header : headers.entrySet()) {
      String value = header.getValue().read();
      values.put(header.getKey(), value);
      try {
        request.setHeader(header.getKey(), value);
      } catch (IllegalArgumentException e) {
        throw new IOException(
            "%s: the value of the header %s is none that HTTP allows"
                .formatted(option, header.getKey()));
      }
    }
    String rest = url.getRawPath() + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery());
    Stream<String> words =
        values.values().stream().map(value -> value.substring(value.lastIndexOf(' ') + 1));
    Stream<String> parts = Stream.of(rest.split("[/?&=]")).filter(part -> part.length() >= 12);
    return new Prepared(
        request,
        Stream.of(Stream.of(rest, url.getRawPath()), words, parts)
            .flatMap(some -> some)
            .filter(word -> word.length() >= SHORTEST_SECRET)
            .toList());
  }

  /** The option with scheme, host and port. */
  @Override
  public String toString() {
    return option + " " + shown;
  }
}
