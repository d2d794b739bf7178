package io.tidemark.analysis.line;

/** A format with a given name. */
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
