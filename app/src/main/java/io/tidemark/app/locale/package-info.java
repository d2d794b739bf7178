/** The locale of the user. */
package io.tidemark.app.locale;
