package io.tidemark.sink.page;

import static io.tidemark.model.ByteSize.MIB;

import io.tidemark.sink.page.LargeDocuments.PacedStream.Pace;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renders documents, one at a time: each version once, for all clients that wait for it.
 *
 * <pre>
 *  request ─▶ waiting ─▶ rendered, or held of this version ─▶ sent from the same bytes to all
 *     └ too many: 503        └ larger than the bound ─▶ LargeDocuments
 * </pre>
 *
 * A request that comes while a document is rendered gets the next rendering, so an answer is never
 * older than its request. Held documents, rendered ones and those being sent have a limit each.
 */
final class SharedDocuments implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SharedDocuments.class);
  private static final int MOST_WAITING = 512;
  private static final int MOST_LARGE = 64;

  /** Approximate memory of a held document in addition to its text. */
  private static final int OBJECT_BYTES = 1536;

  /** A document that was too large is rendered again after this time. */
  private static final long LARGE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final long mostBytes;
  private final ExecutorService thread;
  private final LargeDocuments large;
  private final DocumentsInFlight inFlight;
  private final Map<Key, List<Exchange>> waiting = new LinkedHashMap<>();
  private int waitingCount;

  /** Used only by the rendering thread. */
  private final Map<Key, Held> held = new LinkedHashMap<>(16, 0.75f, true);

  private final Map<Key, Long> largeSince = new HashMap<>();
  private long heldBytes;

  /** Holds a 32nd of the heap, 1 to 16 MiB: 8 MiB for a heap of 256 MiB. */
  SharedDocuments(String name) {
    this(
        name,
        Math.max(MIB, Math.min(16 * MIB, Runtime.getRuntime().maxMemory() / 32)),
        Pace.DEFAULT);
  }

  /**
   * @param mostBytes limit of one document and of all held ones; documents still being sent may
   *     take twice as much
   */
  SharedDocuments(String name, long mostBytes, Pace pace) {
    this.mostBytes = mostBytes;
    this.thread = Executors.newSingleThreadExecutor(LargeDocuments.threads(name));
    this.large = new LargeDocuments(name + "-large", pace);
    this.inFlight = new DocumentsInFlight(2 * mostBytes);
  }

  private record Key(String name, boolean gzip) {}

  /**
   * @param version a weak reference: a document must not keep the board that it was rendered from
   */
  private record Held(WeakReference<Object> version, String contentType, Chunks bytes) {}

  /** Answers with the document of this name, rendered after this call. */
  void send(String name, Supplier<Rendition> source, Exchange exchange) {
    if (exchange.head()) {
      exchange.sendHead(source.get().contentType());
      return;
    }
    Key key = new Key(name, exchange.gzip());
    boolean first;
    synchronized (waiting) {
      if (waitingCount >= MOST_WAITING) {
        exchange.busy(503, "too many wait for this; come again");
        return;
      }
      waitingCount++;
      List<Exchange> others = waiting.computeIfAbsent(key, any -> new ArrayList<>());
      first = others.isEmpty();
      others.add(exchange);
    }
    if (first) {
      thread.execute(() -> render(key, source));
    }
  }

  private List<Exchange> take(Key key) {
    synchronized (waiting) {
      List<Exchange> exchanges = waiting.remove(key);
      waitingCount -= exchanges == null ? 0 : exchanges.size();
      return exchanges == null ? List.of() : exchanges;
    }
  }

  private void render(Key key, Supplier<Rendition> source) {
    List<Exchange> exchanges = take(key);
    try {
      Held document = knownLarge(key) ? null : document(key, source.get());
      if (document == null) {
        exchanges.forEach(exchange -> large.send(source, exchange));
      } else {
        inFlight.send(document.bytes(), document.contentType(), exchanges);
      }
    } catch (IOException | RuntimeException | Error e) {
      LOG.error("{} cannot be written", key.name(), e);
      exchanges.forEach(exchange -> exchange.failed(e));
    }
  }

  /** The document; {@code null} if it is too large. */
  private @Nullable Held document(Key key, Rendition rendition) throws IOException {
    Held before = held.get(key);
    if (before != null && before.version().refersTo(rendition.version())) {
      return before;
    }
    forget(key);
    Chunks bytes = new Chunks(mostBytes);
    try (OutputStream out = LargeDocuments.encoded(bytes, key.gzip())) {
      rendition.body().writeTo(out);
    } catch (IOException | RuntimeException e) {
      if (!bytes.overflowed()) {
        throw e;
      }
      if (largeSince.size() >= MOST_LARGE) {
        largeSince.clear();
      }
      largeSince.put(key, System.nanoTime());
      return null;
    }
    Held document =
        new Held(new WeakReference<>(rendition.version()), rendition.contentType(), bytes);
    hold(key, document);
    return document;
  }

  private boolean knownLarge(Key key) {
    Long since = largeSince.get(key);
    return since != null && System.nanoTime() - since < LARGE_NANOS;
  }

  private void hold(Key key, Held document) {
    held.put(key, document);
    heldBytes += weight(key, document);
    while (heldBytes > mostBytes) {
      forget(held.keySet().iterator().next());
    }
  }

  /** Includes the objects, which outweigh the text of many small documents. */
  private static long weight(Key key, Held document) {
    return document.bytes().size() + OBJECT_BYTES + 2L * key.name().length();
  }

  private void forget(Key key) {
    Held forgotten = held.remove(key);
    heldBytes -= forgotten == null ? 0 : weight(key, forgotten);
  }

  @Override
  public void close() {
    thread.shutdownNow();
    large.close();
  }
}
