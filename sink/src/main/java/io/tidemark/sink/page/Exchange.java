package io.tidemark.sink.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.model.wire.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.content.ByteBufferContentSource;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** One request and its answer. Any thread may answer, later, but only once. */
final class Exchange {

  private static final String TEXT = "text/plain;charset=utf-8";
  private static final long RETRY_SECONDS = 5;

  private final Request request;
  private final Response response;
  private final Callback callback;

  Exchange(Request request, Response response, Callback callback) {
    this.request = request;
    this.response = response;
    this.callback = callback;
  }

  String method() {
    return request.getMethod();
  }

  /**
   * The path as sent, neither decoded nor normalised, so that only exact matches of known paths
   * count.
   */
  String path() {
    return Objects.requireNonNullElse(request.getHttpURI().getPath(), "");
  }

  /** The first value of a parameter; empty when there is none. */
  String parameter(String name) {
    return Objects.requireNonNullElse(Request.extractQueryParameters(request).getValue(name), "");
  }

  @Nullable String header(String name) {
    return request.getHeaders().get(name);
  }

  boolean gzip() {
    return request.getHeaders().getQualityCSV(HttpHeader.ACCEPT_ENCODING).contains("gzip");
  }

  boolean head() {
    return request.getMethod().equals("HEAD");
  }

  SocketAddress remote() {
    return request.getConnectionMetaData().getRemoteSocketAddress();
  }

  /** The client's address without its port; empty where it has none. */
  byte[] address() {
    return remote() instanceof InetSocketAddress inet && inet.getAddress() != null
        ? inet.getAddress().getAddress()
        : new byte[0];
  }

  HttpFields.Mutable headers() {
    return response.getHeaders();
  }

  void text(int status, String sentence) {
    send(status, TEXT, (sentence + "\n").getBytes(UTF_8));
  }

  /** Answers with the JSON {@code {"error": why}}, without any {@code <} in it. */
  void refuse(int status, String why) {
    byte[] document =
        Json.MAPPER.writer().with(HarmlessJson.PAGE).writeValueAsBytes(Map.of("error", why));
    send(status, Rendition.JSON, document);
  }

  void busy(int status, String sentence) {
    headers().put(HttpHeader.RETRY_AFTER, RETRY_SECONDS);
    text(status, sentence);
  }

  void send(int status, String contentType, byte[] body) {
    begin(status, contentType);
    response.write(true, ByteBuffer.wrap(body), callback);
  }

  /** Answers with the headers of a long answer only. */
  void sendHead(String contentType) {
    beginLong(contentType);
    response.write(true, null, callback);
  }

  /** Answers with a long body at the client's reading speed; no thread waits for it. */
  void send(String contentType, List<ByteBuffer> body, Runnable after) {
    beginLong(contentType);
    long length = body.stream().mapToLong(ByteBuffer::remaining).sum();
    headers().put(HttpHeader.CONTENT_LENGTH, length);
    List<ByteBuffer> own = body.stream().map(ByteBuffer::duplicate).toList();
    Content.copy(new ByteBufferContentSource(own), response, Callback.from(callback, after));
  }

  /**
   * Answers with a body of unknown length; writing waits for the client. {@link #succeeded} or
   * {@link #failed} ends it.
   */
  OutputStream stream(String contentType) {
    beginLong(contentType);
    return Content.Sink.asOutputStream(response);
  }

  void succeeded() {
    callback.succeeded();
  }

  /** Breaks off an answer that has begun, so that it does not look complete. */
  void failed(Throwable why) {
    callback.failed(why);
  }

  /** Closes the connection, so that the present sending fails. */
  void cut(String why) {
    request.getConnectionMetaData().getConnection().getEndPoint().close(new IOException(why));
  }

  /** Announces gzip if the client accepts it; the body must be written accordingly. */
  private void beginLong(String contentType) {
    begin(200, contentType);
    headers().put(HttpHeader.VARY, "Accept-Encoding");
    if (gzip()) {
      headers().put(HttpHeader.CONTENT_ENCODING, "gzip");
    }
  }

  private void begin(int status, String contentType) {
    response.setStatus(status);
    headers().put(HttpHeader.CONTENT_TYPE, contentType);
  }
}
