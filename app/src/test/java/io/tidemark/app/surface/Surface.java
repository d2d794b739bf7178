package io.tidemark.app.surface;

import io.tidemark.app.surface.SurfaceCase.MemoryFacts;
import io.tidemark.app.surface.SurfaceCase.PhaseFacts;
import io.tidemark.app.surface.SurfaceCase.PlanFacts;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A place where a person or a program reads verdicts. Each renders the same board, and names the
 * texts in which the verdicts of a case must stand there.
 */
interface Surface {

  String OUT_OF_MEMORY = "TidemarkOutOfMemory";

  /** No text holds it. */
  String NOTHING = "\0";

  /** All of them; a new one is a constant of one of these. */
  static List<Surface> all() {
    return Stream.<Surface[]>of(
            ReadSurface.values(), ProgramSurface.values(), AlertSurface.values())
        .flatMap(Stream::of)
        .toList();
  }

  /** The classes that write the highest figure of a memory, or the verdict of a plan, to it. */
  Set<String> classes();

  String text(Shown shown) throws Exception;

  String verdict(SurfaceCase of);

  List<String> memory(MemoryFacts of);

  List<String> plan(PlanFacts of);

  /** A trainer's highest phase; some surfaces show the alert of it alone. */
  default List<String> phase(PhaseFacts of) {
    return List.of();
  }

  /** What would be another verdict. */
  default String never(SurfaceCase of) {
    return NOTHING;
  }
}
