/** Complete logs: their files as slices, and the results of their analysis. */
package io.tidemark.app.logfile;
