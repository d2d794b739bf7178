/** Reports of complete logs without a broker: the same analysis, with results written as files. */
@NullMarked
package io.tidemark.app.report;

import org.jspecify.annotations.NullMarked;
