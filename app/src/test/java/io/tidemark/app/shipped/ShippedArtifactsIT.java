package io.tidemark.app.shipped;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShippedArtifactsIT {

  @Test
  void thePackageHoldsTheReviewedArtifactsAndNoOther() throws Exception {
    List<String> reviewed =
        Artifact.read(Samples.root().resolve("docs/artifacts.txt")).stream()
            .map(Artifact::file)
            .sorted()
            .toList();
    try (Stream<Path> packaged = Files.list(Samples.root().resolve("app/target/lib"))) {
      assertThat(
              packaged
                  .map(path -> path.getFileName().toString())
                  .filter(name -> !name.startsWith("tidemark-"))
                  .sorted())
          .describedAs("app/target/lib; an older build leaves files there, mvn clean removes them")
          .isEqualTo(reviewed);
    }
  }
}
