/**
 * Logs of TPU-MLIR, Sophgo's compiler: its debug records of local and of global memory from 2024 on
 * ({@code -debug-only=assign_lmem} before May 2025, {@code lmem_assign} since), the profile of a
 * compiled net, and the memory profile of its runtime. Example:
 *
 * <pre>
 *   ; action = lmem_assign; step = …; tag = iteration_result; status = success; op_name = /Add_2; …
 * </pre>
 */
@NullMarked
package io.tidemark.analysis.system.tpumlir;

import org.jspecify.annotations.NullMarked;
