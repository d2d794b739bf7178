package io.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A readable record has few components; a larger one is composed of records. */
class RecordSizesTest {

  private static final int MOST_COMPONENTS = 7;

  /**
   * Exceptions: a slice has many writers and readers, and is sent in headers, not as JSON; a row of
   * a message file has as many keys as its user may write; a failed allocation is published flat.
   */
  private static final Set<String> ALLOWED =
      Set.of(
          "io.tidemark.model.log.Slice",
          "io.tidemark.model.event.FailedAllocation",
          "io.tidemark.analysis.message.Message",
          "io.tidemark.analysis.message.MessageFile$More");

  @Test
  void noRecordHasMoreThanSevenComponents() {
    Set<String> large = new TreeSet<>();
    for (JavaClass one :
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.tidemark")) {
      if (one.isRecord() && one.reflect().getRecordComponents().length > MOST_COMPONENTS) {
        large.add(one.getName());
      }
    }
    large.removeAll(ALLOWED);
    assertThat(large).isEmpty();
  }
}
