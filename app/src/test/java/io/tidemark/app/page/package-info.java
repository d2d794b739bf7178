/** Tests of the page in a browser, with the boards of complete logs. */
package io.tidemark.app.page;
