package io.tidemark.ingest.follow;

import io.tidemark.ingest.checkpoint.SourcePrefix;
import io.tidemark.ingest.find.Finder;
import java.io.InputStream;

/**
 * What to follow, and how.
 *
 * @param fromEnd at the very first start, what files hold already is passed over
 * @param once read what is there to its end, then be done
 * @param stdin read where the finder was given {@code -}
 * @param prefix of the names of all sources
 */
public record Setup(
    Finder finder,
    boolean fromEnd,
    boolean once,
    InputStream stdin,
    RotationPolicy policy,
    SourcePrefix prefix) {}
