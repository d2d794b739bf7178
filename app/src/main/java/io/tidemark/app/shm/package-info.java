/** The memory statistics that tt-metal keeps in shared memory, as lines of a log. */
package io.tidemark.app.shm;
