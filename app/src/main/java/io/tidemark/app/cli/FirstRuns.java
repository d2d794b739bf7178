package io.tidemark.app.cli;

/**
 * The runs whose classes are archived for later starts, for the build and the script tidemark:
 * {@code java … FirstRuns DATA LOG}. DATA is the folder of the broker, which is created.
 */
final class FirstRuns {

  private FirstRuns() {}

  public static void main(String[] args) {
    Tidemark.run("--version");
    Tidemark.run("report", "--text", args[1]);
    System.exit(Tidemark.run("watch", "--once", "--data", args[0], args[1]));
  }
}
