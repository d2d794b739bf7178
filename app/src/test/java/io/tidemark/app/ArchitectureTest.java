package io.tidemark.app;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameStartingWith;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArchitectureTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.tidemark");

  private static void forbid(String from, String... to) {
    noClasses()
        .that()
        .resideInAPackage("io.tidemark." + from + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            Arrays.stream(to).map(name -> "io.tidemark." + name + "..").toArray(String[]::new))
        .check(CLASSES);
  }

  @Test
  void programsMeetOnlyInTheModel() {
    forbid("model", "analysis", "ingest", "streams", "sink", "app");
    forbid("analysis", "ingest", "streams", "sink", "app");
    forbid("ingest", "analysis", "streams", "sink", "app");
    forbid("streams", "ingest", "sink", "app");
    forbid("sink", "analysis", "ingest", "streams", "app");
  }

  @Test
  void nothingStaticChanges() {
    fields()
        .that()
        .areStatic()
        .and()
        .areDeclaredInClassesThat()
        .areNotEnums()
        .should()
        .beFinal()
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
            "org.apache.kafka..",
            "org.slf4j..",
            "java.nio.file..",
            "java.net..",
            "java.util.concurrent..")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(java.time.InstantSource.class)
        .orShould()
        .callMethodWhere(
            target(owner(resideInAPackage("java.time..")))
                .and(target(nameMatching("now|systemDefault"))))
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(java.io.File.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(java.util.Random.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Thread.class)
        .check(CLASSES);
  }

  /** Makes each package of a program a slice, including its root package. */
  private record Packages(String program) implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      String root = "io.tidemark." + program;
      String name = type.getPackageName();
      return name.equals(root) || name.startsWith(root + ".")
          ? SliceIdentifier.of(name)
          : SliceIdentifier.ignore();
    }

    @Override
    public String getDescription() {
      return "packages of " + program;
    }
  }

  private static final String ANALYSIS = "io.tidemark.analysis";
  private static final String SYSTEMS = ANALYSIS + ".system";

  /** The packages that a log system may use; none of them knows a system. */
  private static final String[] SHARED = {
    "java..",
    "org.jspecify..",
    "tools.jackson..",
    "com.fasterxml.jackson.annotation..",
    "com.google.re2j..",
    "io.tidemark.model..",
    ANALYSIS + ".line",
    ANALYSIS + ".memory",
    ANALYSIS + ".message",
    ANALYSIS + ".plan",
    ANALYSIS + ".state",
    SYSTEMS
  };

  private static Set<String> systems() {
    Set<String> systems = new TreeSet<>();
    for (JavaClass one : CLASSES) {
      if (one.getPackageName().startsWith(SYSTEMS + '.')) {
        systems.add(one.getPackageName().substring(SYSTEMS.length() + 1).replaceAll("\\..*", ""));
      }
    }
    return systems;
  }

  @Test
  void aLogSystemKnowsWhatAllShareAndNoOtherSystem() {
    Set<String> systems = systems();
    assertThat(systems).contains("tenstorrent", "tpumlir", "tttrain", "xla", "zant", "tflm");
    for (String system : systems) {
      String own = SYSTEMS + '.' + system + "..";
      classes()
          .that()
          .resideInAPackage(own)
          .should()
          .onlyDependOnClassesThat(resideInAnyPackage(SHARED).or(resideInAPackage(own)))
          .check(CLASSES);
    }
  }

  @Test
  void oneClassOfTheAnalysisKnowsTheSystems() {
    noClasses()
        .that()
        .resideInAPackage(ANALYSIS + "..")
        .and()
        .resideOutsideOfPackage(SYSTEMS + ".*..")
        .and()
        .doNotHaveFullyQualifiedName(ANALYSIS + ".run.LogSystems")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(SYSTEMS + ".*..")
        .check(CLASSES);
  }

  /** Another reader of lines would duplicate the analysis. */
  @Test
  void onlyTheAnalysisReadsLines() {
    noClasses()
        .that()
        .resideInAPackage("io.tidemark.app..")
        .should()
        .dependOnClassesThat()
        .haveNameMatching(ANALYSIS + "\\.(log\\.QuotedLines|line\\.LineScan)")
        .orShould()
        .callMethodWhere(
            target(owner(name(ANALYSIS + ".line.Formats"))).and(target(nameStartingWith("parse"))))
        .check(CLASSES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"model", "analysis", "ingest", "streams", "sink", "app"})
  void noPackageGoesInCirclesRootPackagesIncluded(String program) {
    slices().assignedFrom(new Packages(program)).should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void noNameMeansTwoThings() {
    Map<String, List<JavaClass>> types =
        CLASSES.stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(type -> !type.getSimpleName().equals("package-info"))
            .collect(Collectors.groupingBy(JavaClass::getSimpleName));
    types.values().removeIf(same -> same.size() == 1);
    assertThat(types).isEmpty();
  }
}
