/** Checks of the files shipped in addition to Tidemark's own classes. */
package io.tidemark.app.shipped;
