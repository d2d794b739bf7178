package io.tidemark.app.cli;

import picocli.CommandLine.ITypeConverter;

/** A number of per cent from 0 on, with or without its sign: {@code 2.5}, {@code 5%}. */
final class PerCent implements ITypeConverter<Double> {

  @Override
  public Double convert(String text) {
    double number = Double.parseDouble(text.replaceFirst(" ?%$", ""));
    // The negation also catches NaN.
    if (!(number >= 0)) {
      throw new IllegalArgumentException(text);
    }
    return number;
  }
}
