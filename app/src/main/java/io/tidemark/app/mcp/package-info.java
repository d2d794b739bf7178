/** Answers agents: the Model Context Protocol, and the files that they may name. */
package io.tidemark.app.mcp;
