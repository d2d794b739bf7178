package io.tidemark.sink.page;

import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Keeps clients from blocking the server with open connections. Beyond the limit, each new
 * connection closes the one that has been idle longest; clients reopen an idle one.
 *
 * <p>A connection with too little progress is closed, too. Single bytes keep a connection from
 * being idle, so an endless header, or an answer read byte by byte, would hold it without limit.
 */
final class Connections implements Connection.Listener {

  private final Limits limits;
  private final Scheduler scheduler;

  /** In the order of their last request. */
  private final Set<Connection> idle = new LinkedHashSet<>();

  private final Set<Connection> busy = new LinkedHashSet<>();
  private final Map<Connection, Scheduler.Task> looks = new HashMap<>();

  /**
   * @param patience time in which a connection must end an answer or send {@code leastBytes}
   */
  record Limits(int mostConnections, Duration patience, long leastBytes) {

    /** A scrape is more frequent than this, and even a modem sends this much. */
    static final Limits DEFAULT = new Limits(500, Duration.ofSeconds(40), 512 * 1024);
  }

  private record Progress(long answers, long bytes) {
    static Progress of(Connection connection) {
      return new Progress(connection.getMessagesOut(), connection.getBytesOut());
    }

    boolean enoughSince(Progress before, long leastBytes) {
      return answers > before.answers || bytes - before.bytes >= leastBytes;
    }
  }

  Connections(Limits limits, Scheduler scheduler) {
    this.limits = limits;
    this.scheduler = scheduler;
  }

  @Override
  public void onOpened(Connection connection) {
    // It counts no requests; its inner connection does, and exists before any handshake.
    if (connection instanceof SslConnection) {
      return;
    }
    Connection surplus;
    synchronized (this) {
      idle.add(connection);
      surplus = idle.size() + busy.size() > limits.mostConnections() ? longestIdle() : null;
    }
    look(connection, Progress.of(connection));
    if (surplus != null) {
      surplus.close();
    }
  }

  @Override
  public void onClosed(Connection connection) {
    Scheduler.Task look;
    synchronized (this) {
      idle.remove(connection);
      busy.remove(connection);
      look = looks.remove(connection);
    }
    if (look != null) {
      look.cancel();
    }
  }

  synchronized void onRequest(Connection connection) {
    if (idle.remove(connection)) {
      busy.add(connection);
    }
  }

  synchronized void onAnswered(Connection connection) {
    if (busy.remove(connection)) {
      idle.add(connection);
    }
  }

  synchronized int count() {
    return idle.size() + busy.size();
  }

  private @Nullable Connection longestIdle() {
    Set<Connection> some = idle.size() > 1 ? idle : busy;
    Iterator<Connection> oldest = some.iterator();
    if (!oldest.hasNext()) {
      return null;
    }
    Connection surplus = oldest.next();
    oldest.remove();
    return surplus;
  }

  private void look(Connection connection, Progress before) {
    synchronized (this) {
      if (!idle.contains(connection) && !busy.contains(connection)) {
        return;
      }
      looks.put(
          connection,
          scheduler.schedule(
              () -> lookAgain(connection, before),
              limits.patience().toMillis(),
              TimeUnit.MILLISECONDS));
    }
  }

  private void lookAgain(Connection connection, Progress before) {
    Progress now = Progress.of(connection);
    if (now.enoughSince(before, limits.leastBytes())) {
      look(connection, now);
    } else {
      connection.close();
    }
  }
}
