package io.tidemark.ingest.checkpoint;

import io.tidemark.ingest.find.LogNames;
import io.tidemark.ingest.own.ProcessSpace;
import io.tidemark.model.Refusal;
import io.tidemark.model.TerminalText;
import io.tidemark.model.log.Position;
import io.tidemark.model.log.SliceOrigin;
import io.tidemark.model.log.SourceLabels;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * How the sources of a tailer are named and labelled. With a prefix, equally named logs on two
 * hosts are two sources.
 *
 * @param host the machine, in the origin of each slice
 * @param prefix begins the name of each source; ends in a slash, empty for none
 * @param adopts which sources of other names are continued if their files are on this machine
 * @param paths what the path of a log states
 * @param labels of all sources, see {@link SourceLabels}
 */
public record SourceNaming(
    String host, String prefix, Adopts adopts, PathNames paths, Map<String, String> labels) {

  /** Plain names, as on a machine of its own. */
  public static final SourceNaming PLAIN =
      new SourceNaming(ProcessSpace.host(), "", Adopts.NONE, PathNames.KNOWN, Map.of());

  /** The sources that a tailer continues although their names do not begin with its prefix. */
  public enum Adopts {
    NONE,
    /** Those without a prefix, as earlier releases named them. */
    UNPREFIXED,
    /** Those of any prefix: a container has another host name at each start. */
    ALL
  }

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

  public SourceNaming {
    labels = SourceLabels.checked(labels);
  }

  /**
   * Plain names on the machine of this name.
   *
   * @throws Refusal when the name contains a character that is not allowed
   */
  public SourceNaming on(String hostName) {
    return new SourceNaming(checked("--host-name", hostName), prefix, adopts, paths, labels);
  }

  /**
   * Names that begin with this name and a slash.
   *
   * @throws Refusal when the name contains a character that is not allowed
   */
  public SourceNaming prefixed(String name) {
    String begin = checked("--source-prefix", name) + "/";
    return new SourceNaming(host, begin, Adopts.NONE, paths, labels);
  }

  /** Names that begin with the host; sources of earlier names are continued. */
  public SourceNaming prefixedByHost() {
    boolean given = !host.equals(PLAIN.host);
    return new SourceNaming(
        host, host + "/", given ? Adopts.UNPREFIXED : Adopts.ALL, paths, labels);
  }

  /** The same with further layouts of paths, and with these labels of all sources. */
  public SourceNaming by(PathNames stated, Map<String, String> ofAll) {
    return new SourceNaming(host, prefix, adopts, stated, ofAll);
  }

  public SliceOrigin origin() {
    return new SliceOrigin(host, labels);
  }

  private static String checked(String option, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new Refusal(
          "%s '%s': want 1 to 100 of the characters a-z A-Z 0-9 . _ -"
              .formatted(option, TerminalText.of(name)));
    }
    return name;
  }

  public String nameOf(String source) {
    return prefix + source;
  }

  /** Whether the name is one of this tailer; others may belong to files of other hosts. */
  public boolean owns(Position position) {
    return position.source().startsWith(prefix);
  }

  /** Whether its source may be continued under its own name if its file is on this machine. */
  public boolean mayAdopt(Position position) {
    Path home = SourceNames.home(position);
    return adopts == Adopts.ALL
        || (adopts == Adopts.UNPREFIXED
            && home != null
            && LogNames.of(home).contains(position.source()));
  }
}
