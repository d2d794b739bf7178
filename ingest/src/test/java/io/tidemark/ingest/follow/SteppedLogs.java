package io.tidemark.ingest.follow;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.ingest.checkpoint.SourceNaming;
import io.tidemark.ingest.find.Finder;
import io.tidemark.ingest.generation.Round;
import io.tidemark.ingest.own.Owners;
import io.tidemark.ingest.rotation.Appearances;
import io.tidemark.model.log.Position;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A folder of many logs, followed round by round. */
final class SteppedLogs {
  static final int LOGS = 60;

  final MemoryOutlet outlet = MemoryOutlet.prompt();
  private final Path folder;
  private long millis = 1_000_000;

  SteppedLogs(Path folder) {
    this.folder = folder;
  }

  void write(String text) throws IOException {
    for (int i = 0; i < LOGS; i++) {
      Files.writeString(folder.resolve("rank-" + i + ".log"), text, UTF_8);
    }
  }

  Following begin() {
    return begin(folder.toString(), Map.of(), new Alone());
  }

  Following begin(String log, Map<String, Position> known, Owners owners) {
    Finder finder = Finder.of(List.of(log), false);
    Setup setup =
        new Setup(
            finder,
            false,
            false,
            new ByteArrayInputStream(new byte[0]),
            RotationPolicy.DEFAULT,
            SourceNaming.PLAIN,
            Appearances.none());
    Following following =
        new Following(setup, known, owners, new Following.Lasting(), () -> round(0));
    following.begin();
    return following;
  }

  Following beginLogs() {
    return begin(folder + "/*.log", Map.of(), new Alone());
  }

  Round round(long passed) {
    millis += passed;
    return new Round(millis, millis, false, 5000, new byte[512 * 1024], outlet);
  }

  void step(Following following, long passed) {
    Round round = round(passed);
    outlet.settle();
    following.lookAround(round);
    following.settle(round);
    following.poll(() -> round);
  }

  long listings(Following following) {
    return following.registry().siblings().listings();
  }

  void quiet(Following following) {
    for (int i = 0; i < 20; i++) {
      step(following, 20);
    }
  }

  void sweep(Following following) {
    step(following, 61_000);
    following.sweep(round(0));
  }

  void late(Following following) {
    quiet(following);
    step(following, RotationPolicy.DEFAULT.lateWrites().toMillis() + 1);
    quiet(following);
  }
}
