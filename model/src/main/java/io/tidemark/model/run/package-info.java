/** The state of a run. */
package io.tidemark.model.run;
