package io.tidemark.ingest.follow;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * One tailer, or two on the same logs, with their disturbances: stops, kills, standstills, outages.
 */
final class Tailers {

  /** After this many rounds, a tailer that is gone or stands still owns no source any more. */
  private static final int LEASE_ROUNDS = 60;

  private final Random random;
  private final List<Scene> scenes = new ArrayList<>();
  private final Set<Scene> stopped = new HashSet<>();
  private boolean away;

  private Tailers(Random random) {
    this.random = random;
  }

  /** Chooses one of these at random. */
  static Tailers some(Random random, Path folder, MemoryOutlet outlet, String log) {
    Tailers tailers = new Tailers(random);
    switch (random.nextInt(4)) {
      case 0, 1 -> tailers.scenes.add(new Scene(folder, outlet, log));
      case 2 -> tailers.two(new Scene(folder, outlet, Neighbours.onOneMachine(), log));
      default -> tailers.two(new Scene(folder, outlet, Neighbours.onSeveralMachines(), log));
    }
    return tailers;
  }

  private void two(Scene scene) {
    scenes.add(scene);
    scenes.add(scene.beside());
  }

  Scene first() {
    return scenes.get(0);
  }

  void start() {
    scenes.forEach(Scene::start);
  }

  boolean single() {
    return scenes.size() == 1;
  }

  private Scene any() {
    return scenes.get(random.nextInt(scenes.size()));
  }

  /** Disturbs one of them, or their broker. */
  String disturb() {
    int what = single() ? 0 : random.nextInt(8);
    if (what == 4) {
      away = !away;
      scenes.forEach(scene -> setAway(scene.outlet));
      return away ? "broker away" : "broker back";
    }
    if (what == 6) {
      passLease();
      return "a lease passes";
    }
    Scene scene = any();
    String name = "tailer " + scenes.indexOf(scene) + " ";
    if ((what == 5 || what == 7) && scene.running()) {
      boolean stands = stopped.add(scene) || !stopped.remove(scene);
      return name + (stands ? "stands still" : "goes on");
    }
    return name + stopOrStart(scene);
  }

  boolean away() {
    return away;
  }

  void goAway() {
    away = true;
    scenes.forEach(scene -> setAway(scene.outlet));
  }

  private void setAway(MemoryOutlet outlet) {
    if (away) {
      outlet.away();
    } else {
      outlet.back();
    }
  }

  private String stopOrStart(Scene scene) {
    stopped.remove(scene);
    if (!scene.running()) {
      // A start waits for its broker.
      if (away) {
        return "waits";
      }
      scene.start();
      return "start";
    }
    if (random.nextBoolean()) {
      scene.crash();
      return "crash";
    }
    scene.stop();
    return "stop";
  }

  /** Runs a round of each running tailer. */
  void round() {
    for (Scene scene : scenes) {
      if (scene.running() && !stopped.contains(scene)) {
        scene.round();
      }
    }
  }

  /** Kills all and starts them again; a start waits for its broker. */
  void restartAll() {
    if (!away) {
      crashAll();
      stopped.clear();
      start();
    }
  }

  void crashAll() {
    scenes.stream().filter(Scene::running).forEach(Scene::crash);
  }

  /** Ends all disturbances, then runs rounds until nothing is left to do. */
  void settle() {
    stopped.clear();
    away = false;
    scenes.forEach(scene -> scene.outlet.back());
    // A resumed tailer may end, because another one took over before that was killed; it is
    // restarted.
    do {
      if (scenes.stream().noneMatch(Scene::running)) {
        first().start();
      }
      if (!single()) {
        passLease();
      }
      scenes.stream().filter(Scene::running).forEach(Scene::quiet);
    } while (scenes.stream().noneMatch(Scene::running));
  }

  private void passLease() {
    for (int i = 0; i < LEASE_ROUNDS; i++) {
      first().pass(300);
      round();
    }
  }

  @Override
  public String toString() {
    return single() ? "one tailer" : "two tailers";
  }
}
