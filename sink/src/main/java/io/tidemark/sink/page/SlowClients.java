package io.tidemark.sink.page;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Lets go of connections that end no request in time. A byte now and then keeps a connection from
 * being idle, so who sends a header that never ends would hold it for ever.
 */
final class SlowClients implements Connection.Listener {

  private final Scheduler scheduler;
  private final Duration patience;
  private final Map<Connection, Scheduler.Task> looks = new ConcurrentHashMap<>();

  SlowClients(Scheduler scheduler, Duration patience) {
    this.scheduler = scheduler;
    this.patience = patience;
  }

  @Override
  public void onOpened(Connection connection) {
    // It counts no requests; the one within it does, and is there before any handshake.
    if (!(connection instanceof SslConnection)) {
      look(connection, 0);
    }
  }

  /** Nothing may hold a connection that is gone. */
  @Override
  public void onClosed(Connection connection) {
    Scheduler.Task look = looks.remove(connection);
    if (look != null) {
      look.cancel();
    }
  }

  private void look(Connection connection, long before) {
    Scheduler.Task look =
        scheduler.schedule(
            () -> {
              long requests = connection.getMessagesOut();
              if (requests == before) {
                connection.close();
              } else if (connection.getEndPoint().isOpen()) {
                look(connection, requests);
              }
            },
            patience.toMillis(),
            TimeUnit.MILLISECONDS);
    looks.put(connection, look);
    if (!connection.getEndPoint().isOpen()) {
      onClosed(connection);
    }
  }
}
