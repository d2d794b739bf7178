package io.tidemark.app.surface;

import io.tidemark.app.surface.SurfaceCase.MemoryFacts;
import io.tidemark.app.surface.SurfaceCase.PhaseFacts;
import io.tidemark.app.surface.SurfaceCase.PlanFacts;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An output in which a person or a program reads verdicts. Each renders the same board, and lists
 * the texts that it must contain for a case.
 */
interface Surface {

  String OUT_OF_MEMORY = "TidemarkOutOfMemory";

  /** Contained in no text. */
  String NOTHING = "\0";

  /** All outputs; a new one is a constant of one of these. */
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

  /** Texts for a trainer's highest phase; some outputs show only its alert. */
  default List<String> phase(PhaseFacts of) {
    return List.of();
  }

  /** A text that would be another verdict. */
  default String never(SurfaceCase of) {
    return NOTHING;
  }
}
