/** Reports of complete logs without a broker: the same analysis, with results written as files. */
package io.tidemark.app.report;
