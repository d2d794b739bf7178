package io.tidemark.analysis.parse;

/** A format that goes by the name it is declared under. */
abstract class NamedFormat implements LineFormat {

  final String name;

  NamedFormat(String name) {
    this.name = name;
  }

  @Override
  public final String name() {
    return name;
  }
}
