package io.tidemark.app.simulate;

import java.util.SplittableRandom;

/** Lines that say nothing of memory: pip and apt install, a service logs JSON, nginx answers. */
final class OtherPrograms implements Script {

  private final SplittableRandom random;
  private final SimulatedClock clock = new SimulatedClock();

  OtherPrograms(SplittableRandom random) {
    this.random = random;
  }

  @Override
  public void next(LogText log) {
    clock.advanceMicros(7_300);
    int number = random.nextInt(1_000, 100_000);
    String name = Integer.toString(number, 36);
    switch (random.nextInt(4)) {
      case 0 -> {
        log.line("Collecting lib%s==%d.%d".formatted(name, number % 9, number % 31));
        log.line("  Downloading lib%s-%d-py3-none-any.whl (%d kB)".formatted(name, number, number));
      }
      case 1 -> {
        log.line(
            "Get:%d http://packages.example/debian lib%s [%d B]"
                .formatted(number % 90, name, number));
        log.line(
            "Unpacking lib%s:amd64 (%d.2-1) over (%d.1-3) ...".formatted(name, number, number));
      }
      case 2 ->
          log.line(
              ("{\"timestamp\":\"%s\",\"level\":\"INFO\",\"fields\":{\"message\":\"finished request\",\"path\":"
                      + "\"/v1/%s\",\"status\":200,\"took_ms\":%d},\"target\":\"server::http\"}")
                  .formatted(clock.millis(), name, number % 900));
      default ->
          log.line(
              "10.0.%d.%d - - [%s] \"GET /%s?page=%d HTTP/1.1\" 200 %d \"-\" \"curl/8.5.0\""
                  .formatted(number % 256, number % 100, clock.ctime(), name, number % 50, number));
    }
  }
}
