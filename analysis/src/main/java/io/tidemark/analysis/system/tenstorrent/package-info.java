/**
 * Logs of Tenstorrent devices: what the runtime (tt-mlir, tt-metal) and the PJRT plugin of tt-xla
 * log of memories, ops and programs, from tt-mlir of October 2024 on and with memories from
 * November 2025 on; and the files of ttrt, ttnn and tt-metal. Example:
 *
 * <pre>
 *   Always | INFO | Device DRAM memory state: MemoryView{numBanks: 12, totalBytesPerBank: 1021.169 MB, …}
 * </pre>
 */
@NullMarked
package io.tidemark.analysis.system.tenstorrent;

import org.jspecify.annotations.NullMarked;
