package io.tidemark.sink.page;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rendered documents that clients still read. Any number of clients may read one document. When
 * the documents exceed the bound, the connections of the oldest one's readers are closed.
 */
final class DocumentsInFlight {

  static final String SLOW = "read too slowly";

  private final long mostBytes;
  private final Map<Chunks, Set<Exchange>> readers = new LinkedHashMap<>();
  private long bytes;

  DocumentsInFlight(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  void send(Chunks document, String contentType, Iterable<Exchange> exchanges) {
    for (Exchange exchange : exchanges) {
      begin(document, exchange);
    }
    tooSlow().forEach(slow -> slow.cut(SLOW));
    for (Exchange exchange : exchanges) {
      exchange.send(contentType, document.buffers(), () -> end(document, exchange));
    }
  }

  private synchronized void begin(Chunks document, Exchange exchange) {
    if (readers.computeIfAbsent(document, any -> new HashSet<>()).isEmpty()) {
      bytes += document.size();
    }
    readers.get(document).add(exchange);
  }

  private synchronized void end(Chunks document, Exchange exchange) {
    Set<Exchange> left = readers.get(document);
    if (left != null && left.remove(exchange) && left.isEmpty()) {
      readers.remove(document);
      bytes -= document.size();
    }
  }

  /** The readers to cut off; never those of the newest document. */
  private synchronized List<Exchange> tooSlow() {
    List<Exchange> slow = new ArrayList<>();
    Iterator<Map.Entry<Chunks, Set<Exchange>>> oldest = readers.entrySet().iterator();
    while (bytes > mostBytes && readers.size() > 1 && oldest.hasNext()) {
      Map.Entry<Chunks, Set<Exchange>> document = oldest.next();
      slow.addAll(document.getValue());
      bytes -= document.getKey().size();
      oldest.remove();
    }
    return slow;
  }
}
