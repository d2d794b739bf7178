import java.lang.reflect.Method;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Prints the completion of bash for the command line on the class path. */
final class Completion {
  public static void main(String[] arguments) throws Exception {
    Method model =
        Class.forName("io.tidemark.app.cli.Tidemark").getDeclaredMethod("commandLine", String[].class);
    model.setAccessible(true);
    System.out.print(AutoComplete.bash("tidemark", (CommandLine) model.invoke(null, (Object) new String[0])));
  }
}
