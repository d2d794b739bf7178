/**
 * Logs of TPU-MLIR, Sophgo's compiler. Supported are debug records of local and global memory since
 * 2024 ({@code -debug-only=assign_lmem} before May 2025, {@code lmem_assign} since), the profile of
 * a compiled net, and the memory profile of its runtime. Example:
 *
 * <pre>
 *   ; action = lmem_assign; step = …; tag = iteration_result; status = success; op_name = /Add_2; …
 * </pre>
 */
package io.tidemark.analysis.system.tpumlir;
