package io.tidemark.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this build; all modules share it. */
public final class BuildVersion {

  private BuildVersion() {}

  public static String current() {
    return property("version");
  }

  /** The commit that was built, shortened; empty if the build did not know it. */
  public static String commit() {
    return property("commit");
  }

  public static String kafka() {
    return property("kafka");
  }

  private static String property(String name) {
    Properties build = new Properties();
    try (InputStream file = BuildVersion.class.getResourceAsStream("build.properties")) {
      if (file == null) {
        throw new IllegalStateException("build.properties is missing beside " + BuildVersion.class);
      }
      build.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return build.getProperty(name, "");
  }
}
