package io.tidemark.app.cli;

import picocli.CommandLine.ITypeConverter;

/** A port; 0 is any free one. */
final class Port implements ITypeConverter<Integer> {

  private static final int HIGHEST = 65_535;

  @Override
  public Integer convert(String text) {
    int port = Integer.parseInt(text);
    if (port < 0 || port > HIGHEST) {
      throw new IllegalArgumentException(text);
    }
    return port;
  }
}
