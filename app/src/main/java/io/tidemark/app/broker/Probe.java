package io.tidemark.app.broker;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Finds out with two small requests which server listens at an address. A Kafka client reads the
 * first four bytes of an answer as a length and allocates it: for an HTTP server that is a
 * gigabyte.
 */
final class Probe {

  enum Found {
    /** A Kafka broker that answers. */
    BROKER,
    /** No answer: connection refused, host unknown, silent, or closing. */
    NOTHING,
    /** A Kafka broker that answers only after a log-in. */
    ASKS_FOR_LOG_IN,
    /** A server that expects TLS. */
    EXPECTS_TLS,
    /** A server that is not Kafka. */
    NO_BROKER
  }

  /** The words continue a sentence that names the address. */
  record Answer(Found found, String words) {}

  private static final int TIMEOUT_MILLIS = 5_000;
  private static final short API_VERSIONS = 18;
  private static final short METADATA = 3;
  private static final short METADATA_VERSION = 4;

  /** Limit of an answer to {@link #API_VERSIONS}, which has some hundred bytes. */
  private static final int MOST_BYTES = 1 << 16;

  private static final int TLS_ALERT = 0x1503;

  /** A line-based server, e.g. HTTP, waits for a line end before it answers. */
  private static final byte[] CLIENT = "tidemark\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private Probe() {}

  /**
   * Sends requests that any client may send, and finds out whether the broker answers without a
   * log-in.
   */
  static Answer of(InetSocketAddress address, Login login) {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(address, TIMEOUT_MILLIS);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      socket.getOutputStream().write(request(API_VERSIONS, (short) 0, new byte[0]));
      Answer first = first(in);
      if (first.found() != Found.BROKER || login == Login.GIVEN) {
        return first;
      }
      // An empty list of topics, and no automatic creation.
      socket.getOutputStream().write(request(METADATA, METADATA_VERSION, new byte[5]));
      return second(in);
    } catch (SocketTimeoutException e) {
      return new Answer(Found.NOTHING, "does not answer");
    } catch (EOFException e) {
      return new Answer(Found.NOTHING, "closes the connection");
    } catch (IOException e) {
      return new Answer(Found.NOTHING, "cannot be reached (" + e.getMessage() + ")");
    }
  }

  enum Login {
    GIVEN,
    NONE
  }

  private static Answer first(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length >>> 16 == TLS_ALERT) {
      return new Answer(Found.EXPECTS_TLS, "expects TLS: set security.protocol");
    }
    if (length < Integer.BYTES || length > MOST_BYTES || in.readInt() != API_VERSIONS) {
      return new Answer(Found.NO_BROKER, "is no Kafka broker: its answer is of another protocol");
    }
    in.skipNBytes(length - Integer.BYTES);
    return new Answer(Found.BROKER, "answers");
  }

  private static Answer second(DataInputStream in) throws IOException {
    try {
      in.readInt();
      return new Answer(Found.BROKER, "answers");
    } catch (EOFException e) {
      return new Answer(
          Found.ASKS_FOR_LOG_IN,
          "asks for a log-in: name the client properties with --config FILE"
              + " (client.properties in the data folder of tidemark broker)");
    }
  }

  /** The kind of request serves as its correlation id, which the answer repeats. */
  private static byte[] request(short kind, short version, byte[] body) {
    int length = 3 * Short.BYTES + Integer.BYTES + CLIENT.length + body.length;
    ByteBuffer request = ByteBuffer.allocate(Integer.BYTES + length);
    request.putInt(length).putShort(kind).putShort(version).putInt(kind);
    return request.putShort((short) CLIENT.length).put(CLIENT).put(body).array();
  }
}
