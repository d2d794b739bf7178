/** What can break around the programs, said in one sentence each. */
@NullMarked
package io.tidemark.app.fault;

import org.jspecify.annotations.NullMarked;
