package io.tidemark.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Forwards the bytes of each connection to another address. The embedded broker listens only on
 * loopback, and another host has its own loopback.
 */
final class Relay implements AutoCloseable {

  private static final int CONNECTIONS = 50;

  private final ServerSocket server;
  private final InetSocketAddress to;

  private Relay(ServerSocket server, InetSocketAddress to) {
    this.server = server;
    this.to = to;
  }

  /** Runs as a process: {@code FROM-HOST TO-HOST PORT}. */
  public static void main(String[] args) throws IOException {
    open(args[0], args[1], Integer.parseInt(args[2]));
  }

  /** Listens on {@code from} and connects to {@code to}, both on this port. */
  static Relay open(String from, String to, int port) throws IOException {
    ServerSocket server = new ServerSocket(port, CONNECTIONS, InetAddress.getByName(from));
    Relay relay = new Relay(server, new InetSocketAddress(to, port));
    new Thread(relay::accept, "relay").start();
    return relay;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        new Thread(() -> connect(client), "relay-connect").start();
      } catch (IOException e) {
        // Closed: no further connections are relayed.
        return;
      }
    }
  }

  @SuppressWarnings("AddressSelection") // the address is valid by construction
  private void connect(Socket client) {
    try {
      Socket server = new Socket(to.getAddress(), to.getPort());
      new Thread(() -> pass(client, server), "relay-out").start();
      pass(server, client);
    } catch (IOException e) {
      closeQuietly(client);
    }
  }

  private static void pass(Socket from, Socket to) {
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      in.transferTo(out);
    } catch (IOException e) {
      // One end is closed, so the other has no counterpart.
    } finally {
      closeQuietly(from);
      closeQuietly(to);
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // The socket is abandoned in any case.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
