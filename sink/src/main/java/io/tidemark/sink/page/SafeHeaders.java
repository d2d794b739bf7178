package io.tidemark.sink.page;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/** The headers of every answer, including those that Jetty itself gives to a broken request. */
final class SafeHeaders {

  static final Map<String, String> ALL = all();

  private SafeHeaders() {}

  static void addTo(Response response) {
    ALL.forEach((name, value) -> response.getHeaders().put(name, value));
  }

  private static Map<String, String> all() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("X-Content-Type-Options", "nosniff");
    all.put(
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob:; connect-src 'self';"
            + " frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
    all.put("X-Frame-Options", "DENY");
    all.put("Referrer-Policy", "no-referrer");
    all.put("Cross-Origin-Resource-Policy", "same-origin");
    all.put("Cross-Origin-Opener-Policy", "same-origin");
    all.put("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
    all.put("Cache-Control", "no-store");
    return Map.copyOf(all);
  }

  /** Answers with the status and its name, without any part of the request. */
  static final class Errors extends ErrorHandler {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      addTo(response);
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain;charset=utf-8");
      String text = HttpStatus.getMessage(response.getStatus()) + "\n";
      response.write(true, BufferUtil.toBuffer(text, StandardCharsets.UTF_8), callback);
      return true;
    }
  }
}
