package io.tidemark.ingest.follow;

import io.tidemark.ingest.follow.CheckpointIndex.Entry;
import io.tidemark.ingest.follow.Siblings.Sibling;
import io.tidemark.model.Position;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accounts for every file that a log was rotated or copied to, by its content: the rest of a
 * generation that was cut, one that nobody has read, or one that is known. Never by the order of
 * births: file systems without birth times exist, and renames mix the order up.
 */
final class CopyAccounting {

  private static final Logger LOG = LoggerFactory.getLogger(CopyAccounting.class);

  /** What a file is to its log. */
  enum Verdict {
    /** A generation that is followed in this very file. */
    FOLLOWED,
    /** It holds what was read before. */
    KNOWN,
    /** A copy of what stands in the log: to be asked again once that is cut. */
    STANDS,
    /** It holds the rest of a generation that was cut. */
    REST,
    /** A generation that nobody has read. */
    NEVER_READ,
    /** No generation of this log. */
    FOREIGN
  }

  private final FileRegistry registry;
  private final CheckpointIndex index;
  private final Opener opener;
  private final Siblings siblings;

  /** Files that were looked at before anything was written to them. */
  private final Set<String> wasEmpty = new HashSet<>();

  private final Map<Source, Map<Sibling, Verdict>> verdicts = new HashMap<>();

  CopyAccounting(
      FileRegistry registry, CheckpointIndex index, Opener opener, RotationPolicy policy) {
    this.registry = registry;
    this.index = index;
    this.opener = opener;
    this.siblings = new Siblings(policy);
  }

  /** Looks at what is there of this log, where something may have come since the last call. */
  void account(Source source, Path home, Round round) {
    try {
      boolean awaited = source.generations().stream().anyMatch(Generation::isCut);
      if (awaited
          || source.rotated()
          || source.begins()
          || (registry.lookIsDue() && hasNews(source, home))) {
        evaluate(source, home, round);
      } else if (registry.lookIsDue()) {
        source.accounted();
      }
    } catch (IOException e) {
      // A folder that may be passed but not listed hides what was rotated, never the log itself.
      registry.complain(home, "what it was rotated to cannot be looked for: " + e);
    }
  }

  private boolean hasNews(Source source, Path home) throws IOException {
    return source.unseen()
        || !verdicts.getOrDefault(source, Map.of()).keySet().containsAll(siblings.of(home));
  }

  private void evaluate(Source source, Path home, Round round) throws IOException {
    registry.noteChanges(source, round);
    Map<Sibling, Verdict> before = verdicts.computeIfAbsent(source, s -> new HashMap<>());
    before.values().removeIf(v -> v == Verdict.STANDS || v == Verdict.FOLLOWED);
    siblings.listAnew();
    List<Sibling> now = siblings.of(home);
    before.keySet().retainAll(now);
    now.removeIf(before::containsKey);
    for (Generation generation : source.generations()) {
      if (generation.isCut()) {
        attachRest(source, generation, home, now);
      }
    }
    for (Sibling sibling : now) {
      Verdict verdict = applied(source, home, sibling, now, round);
      if (verdict == Verdict.FOREIGN && !source.rotated() && registry.homeChanged(source, home)) {
        // It came by a rotation that the next round will see.
        return;
      }
      before.put(sibling, verdict);
    }
    source.accounted();
  }

  /** The rest is in the first file that continues the generation, or a longer copy of the same. */
  private void attachRest(Source source, Generation cut, Path home, List<Sibling> oldestFirst)
      throws IOException {
    FileSource best = null;
    for (Sibling sibling : oldestFirst) {
      FileSource file = continuing(source, cut, home, sibling);
      if (file != null && (best == null || file.beginsWith(best))) {
        FileRegistry.close(best);
        best = file;
      } else {
        FileRegistry.close(file);
      }
    }
    if (best != null) {
      LOG.info("{}: its rest is read from {}", source.name(), registry.shown(best.path()));
      registry.goOnIn(source, cut, best);
    }
  }

  private @Nullable FileSource continuing(Source source, Generation cut, Path home, Sibling sibling)
      throws IOException {
    boolean free = !registry.follows(sibling.fileKey()) && sibling.sizeBytes() > 0;
    FileSource file = free ? openIfThere(home, sibling.path()) : null;
    if (file == null) {
      return null;
    }
    boolean continues = false;
    try {
      continues =
          index.generationOf(file).filter(entry -> !entry.isCopy()).isEmpty()
              && cut.reader().continuesIn(file)
              && !isKnown(source, file, cut);
      return continues ? file : null;
    } finally {
      if (!continues) {
        file.close();
      }
    }
  }

  private @Nullable FileSource openIfThere(Path home, Path path) throws IOException {
    try {
      return opener.openBeside(home, path);
    } catch (NoSuchFileException e) {
      // Rotated on while we looked, or in a folder that no LOG covers.
      LOG.trace("{} is not to be had", path, e);
      return null;
    }
  }

  /** What a file with the name of a rotated log is, though a LOG covers it. */
  Verdict of(Source source, Path home, Path path, Round round) throws IOException {
    evaluate(source, home, round);
    return verdicts.getOrDefault(source, Map.of()).entrySet().stream()
        .filter(e -> e.getKey().path().equals(path))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(Verdict.FOREIGN);
  }

  /** Paths that the names of rotated logs allow. */
  List<Path> candidates(Path home) throws IOException {
    return siblings.of(home).stream().map(Sibling::path).toList();
  }

  /** What is in the folders is looked at again. */
  void listAnew() {
    siblings.listAnew();
  }

  /** A generation ended: what it was is asked anew. */
  void forget(Source source) {
    verdicts.getOrDefault(source, new HashMap<>()).clear();
  }

  private Verdict applied(Source source, Path home, Sibling sibling, List<Sibling> all, Round round)
      throws IOException {
    if (registry.follows(sibling.fileKey())) {
      return Verdict.FOLLOWED;
    }
    FileSource file = openIfThere(home, sibling.path());
    if (file == null) {
      return Verdict.FOREIGN;
    }
    boolean used = false;
    try {
      Verdict verdict = verdict(source, home, file);
      if (verdict == Verdict.NEVER_READ && isPartOfAnother(file, sibling, all, home)) {
        registry.passOver(source, file, CheckpointIndex.EQUAL, round);
        return Verdict.STANDS;
      }
      used =
          goesOn(source, home, file, verdict, round) || apply(source, home, file, verdict, round);
      return verdict;
    } finally {
      if (!used) {
        file.close();
      }
    }
  }

  /** Of two equal files the copy was read, and now its original has grown. */
  private boolean goesOn(Source source, Path home, FileSource file, Verdict verdict, Round round)
      throws IOException {
    Optional<Entry> equal = index.generationOf(file).filter(Entry::isEqual);
    if (verdict != Verdict.NEVER_READ || equal.isEmpty()) {
      return false;
    }
    for (Generation generation : source.generations()) {
      if (generation.place() instanceof Place.Away
          && !generation.over()
          && generation.file() instanceof FileSource copy
          && copy.size() == equal.get().position().offset()
          && file.beginsWith(copy)
          && generation.reader().continuesIn(file)) {
        registry.goOnIn(source, generation, file);
        generation.moved(new Place.Away(round.steadyMillis()));
        return true;
      }
    }
    long size = equal.get().position().offset();
    Optional<Entry> ended = index.equalAt(source.name(), file, size);
    if (ended.isPresent()) {
      registry.resume(file, ended.get(), home, round);
    }
    return ended.isPresent();
  }

  /** Of copies of one generation the longest is read, of equal ones the one written first. */
  private boolean isPartOfAnother(FileSource file, Sibling sibling, List<Sibling> all, Path home)
      throws IOException {
    int own = all.indexOf(sibling);
    for (int i = 0; i < all.size(); i++) {
      Sibling other = all.get(i);
      boolean longer =
          other.sizeBytes() > sibling.sizeBytes()
              || (other.sizeBytes() == sibling.sizeBytes() && i < own);
      FileSource its =
          longer && !registry.follows(other.fileKey()) ? openIfThere(home, other.path()) : null;
      if (its != null) {
        try (its) {
          if (index.generationOf(its).isEmpty() && file.size() > 0 && its.beginsWith(file)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private Verdict verdict(Source source, Path home, FileSource file) throws IOException {
    Optional<Entry> entry = index.generationOf(file);
    boolean outgrown = entry.isPresent() && entry.get().outgrown(file);
    if (entry.isPresent() && !outgrown) {
      Position known = entry.get().position();
      if (entry.get().passedOver() || !known.source().equals(source.name())) {
        return entry.get().isCopy() ? Verdict.KNOWN : Verdict.FOREIGN;
      }
      return file.size() > known.offset() || !known.ended() ? Verdict.REST : Verdict.KNOWN;
    }
    if (file.size() == 0) {
      wasEmpty.add(file.fileKey());
      return registry.isUnread(source, home, file) ? Verdict.NEVER_READ : Verdict.STANDS;
    }
    for (Generation generation : source.generations()) {
      if (stands(generation, file)) {
        return Verdict.STANDS;
      }
    }
    if (isKnown(source, file, null)) {
      return Verdict.KNOWN;
    }
    boolean came = outgrown || wasEmpty.contains(file.fileKey());
    boolean grown = came && !opener.covers(file.path());
    return grown || registry.isUnread(source, home, file) ? Verdict.NEVER_READ : Verdict.FOREIGN;
  }

  private static boolean stands(Generation generation, FileSource file) throws IOException {
    return !generation.isCut()
        && generation.file() instanceof FileSource here
        && here.beginsWith(file);
  }

  /** Whether it holds a beginning of another generation than {@code but}, and no more. */
  private boolean isKnown(Source source, FileSource file, @Nullable Generation but)
      throws IOException {
    for (Generation generation : source.generations()) {
      if (generation != but
          && (generation.reader().contains(file) || (but != null && stands(generation, file)))) {
        return true;
      }
    }
    for (Entry known : index.ofSource(source.name())) {
      boolean other = but == null || !known.generation().equals(but.name().id());
      if (other && !known.passedOver() && CheckpointIndex.contains(known.position(), file)) {
        return true;
      }
    }
    return false;
  }

  private boolean apply(Source source, Path home, FileSource file, Verdict verdict, Round round)
      throws IOException {
    switch (verdict) {
      case NEVER_READ -> {
        registry.addUnread(source, file, round);
        return true;
      }
      case REST -> {
        registry.resume(file, index.generationOf(file).orElseThrow(), home, round);
        return true;
      }
      case KNOWN -> registry.passOver(source, file, CheckpointIndex.KNOWN, round);
      case FOREIGN -> registry.passOver(source, file, CheckpointIndex.FOREIGN, round);
      case FOLLOWED, STANDS -> {}
    }
    return false;
  }
}
