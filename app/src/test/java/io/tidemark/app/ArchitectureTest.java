package io.tidemark.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.tidemark");

  @Test
  void programsMeetOnlyInTheModel() {
    noClasses()
        .that()
        .resideInAPackage("io.tidemark.ingest..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.tidemark.streams..", "io.tidemark.sink..", "io.tidemark.analysis..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("io.tidemark.sink..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.tidemark.streams..", "io.tidemark.ingest..", "io.tidemark.analysis..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("io.tidemark.streams..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.tidemark.sink..", "io.tidemark.ingest..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackage("io.tidemark.app..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.tidemark.app..")
        .check(CLASSES);
  }

  @Test
  void thePureCoreKnowsNothingOfKafkaTheClockOrTheDisk() {
    noClasses()
        .that()
        .resideInAPackage("io.tidemark.analysis..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.apache.kafka..", "org.slf4j..", "java.nio.file..", "java.time..", "java.net..")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Thread.class)
        .check(CLASSES);
  }

  @Test
  void noStageGoesInCircles() {
    slices().matching("io.tidemark.app.(*)..").should().beFreeOfCycles().check(CLASSES);
    slices().matching("io.tidemark.sink.(*)..").should().beFreeOfCycles().check(CLASSES);
    slices().matching("io.tidemark.ingest.(*)..").should().beFreeOfCycles().check(CLASSES);
  }
}
