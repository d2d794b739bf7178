package io.tidemark.app.watch;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the all-in-one and shows on a terminal what it knows. */
public final class Watch {

  private static final Logger LOG = LoggerFactory.getLogger(Watch.class);

  private static final long LOOK_MILLIS = 200;

  private static final long ONCE_LOOK_MILLIS = 50;

  /** Ten seconds, and the second that a look may wait. */
  private static final long LOOKS_PER_TOLD_LACK = 200;

  /** What a pipe or a file gets stays there, so it gets less of it. */
  private static final long LOOKS_PER_PRINTED_STATUS = 25;

  private final AllInOne parts;
  private final PrintStream out;
  private final CountDownLatch stop;

  public Watch(AllInOne parts, PrintStream out, CountDownLatch stop) {
    this.parts = parts;
    this.out = out;
    this.stop = stop;
  }

  /** Until everything is on the board; then prints the summary, or the canonical state. */
  public void once(boolean json) throws InterruptedException {
    String told = "";
    Optional<String> lack = parts.lacks();
    for (long look = 1; lack.isPresent(); look++) {
      parts.check();
      if (stop.await(ONCE_LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        return;
      }
      lack = parts.lacks();
      if (look % LOOKS_PER_TOLD_LACK == 0 && lack.isPresent()) {
        if (lack.get().equals(told)) {
          LOG.warn("Nothing has moved for a while: {}", told);
        }
        told = lack.get();
      }
    }
    out.print(
        json
            ? parts.sink().board().stateJson()
            : Summary.of(parts.sink().board(), ToldSizes.none()));
    out.flush();
  }

  /** Until stopped: a status line per run. */
  public void follow(boolean terminal) throws InterruptedException {
    out.println("page and metrics on " + parts.address());
    Set<String> awaited = new HashSet<>();
    StatusDisplay display = new StatusDisplay(out, terminal);
    long looksPerStatus = terminal ? 1 : LOOKS_PER_PRINTED_STATUS;
    for (long look = 0; !stop.await(LOOK_MILLIS, TimeUnit.MILLISECONDS); look++) {
      parts.check();
      for (String path : parts.awaited()) {
        if (awaited.add(path)) {
          String why =
              Files.exists(Path.of(path)) ? "it cannot be read yet" : "it is not there yet";
          out.println("waiting for " + Summary.printable(path) + ": " + why);
        }
      }
      if (look % looksPerStatus == 0) {
        display.show(StatusLines.of(parts.sink().board()));
      }
    }
  }
}
