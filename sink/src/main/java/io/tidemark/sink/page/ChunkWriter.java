package io.tidemark.sink.page;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;

/** Writes one chunk after the other, each when the client has read the one before. */
final class ChunkWriter extends IteratingCallback {

  private final Response response;
  private final Iterator<ByteBuffer> left;
  private final Callback whole;

  ChunkWriter(Response response, List<ByteBuffer> chunks, Callback whole) {
    this.response = response;
    this.left = chunks.iterator();
    this.whole = whole;
  }

  @Override
  protected Action process() {
    if (!left.hasNext()) {
      return Action.SUCCEEDED;
    }
    ByteBuffer chunk = left.next().duplicate();
    response.write(!left.hasNext(), chunk, this);
    return Action.SCHEDULED;
  }

  @Override
  protected void onCompleteSuccess() {
    whole.succeeded();
  }

  @Override
  protected void onCompleteFailure(Throwable cause) {
    whole.failed(cause);
  }

  @Override
  public InvocationType getInvocationType() {
    return InvocationType.NON_BLOCKING;
  }
}
