package io.tidemark.analysis.line;

/** A format that goes by the name it is declared under. */
public abstract class NamedFormat implements LineFormat {

  protected final String name;

  protected NamedFormat(String name) {
    this.name = name;
  }

  @Override
  public final String name() {
    return name;
  }
}
