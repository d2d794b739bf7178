/** Two runs of one model, or two plans of one module, side by side. */
package io.tidemark.app.compare;
