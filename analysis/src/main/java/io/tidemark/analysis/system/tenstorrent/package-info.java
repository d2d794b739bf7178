/**
 * Logs of Tenstorrent devices. The runtime (tt-mlir, tt-metal) and the PJRT plugin of tt-xla log
 * memories, ops and programs. Supported are tt-mlir since October 2024, with memories since
 * November 2025, and the files of ttrt, ttnn and tt-metal. Example:
 *
 * <pre>
 *   Always | INFO | Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank: 1021.169 MB, …}
 * </pre>
 */
package io.tidemark.analysis.system.tenstorrent;
