package io.tidemark.bench.history;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A local receiver of remote write that accepts every request and stores its body. */
final class RequestRecorder implements AutoCloseable {

  private static final int NO_CONTENT = 204;

  private final List<byte[]> bodies = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  private RequestRecorder(HttpServer server) {
    this.server = server;
  }

  static RequestRecorder open() throws IOException {
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    RequestRecorder recorder = new RequestRecorder(HttpServer.create(anyPort, 0));
    recorder.server.createContext("/", recorder::keep);
    recorder.server.start();
    return recorder;
  }

  private void keep(HttpExchange exchange) throws IOException {
    try (exchange) {
      bodies.add(exchange.getRequestBody().readAllBytes());
      exchange.sendResponseHeaders(NO_CONTENT, -1);
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  /** The bodies in order of arrival. */
  List<byte[]> bodies() {
    return List.copyOf(bodies);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
