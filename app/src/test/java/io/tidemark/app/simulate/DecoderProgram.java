package io.tidemark.app.simulate;

import static io.tidemark.app.simulate.ConstEval.deallocate;
import static io.tidemark.app.simulate.RuntimeLines.operation;

import io.tidemark.app.simulate.LogText.Stock;
import java.util.ArrayList;
import java.util.List;

/** The operations of a small language model's {@code main}, after its weights are loaded. */
final class DecoderProgram {

  static final int LAYERS = 2;

  /** Slots of a program; two hold the hidden state in turn. */
  static final int FIRST_WEIGHT = 1;

  static final int WEIGHTS = 2;
  private static final int HIDDEN = FIRST_WEIGHT + WEIGHTS;
  private static final int NORMED = HIDDEN + 2;
  private static final int QKV = NORMED + 1;
  private static final int ATTENDED = QKV + 1;
  private static final int PROJECTED = ATTENDED + 1;
  private static final int LOGITS = PROJECTED + 1;
  static final int OUTPUT = LOGITS + 1;

  private static final int FIRST_VALUE = WEIGHTS;
  private static final int VALUES_A_LAYER = 6;

  private static final TensorType STATE = TensorType.tiled(32, 128, 2048);
  private static final TensorType QUERIES = TensorType.tiled(32, 128, 3072);
  private static final TensorType LOGIT = TensorType.tiled(32, 128256);
  private static final TensorType TOKENS = TensorType.tiled(32, 1);

  private DecoderProgram() {}

  /** The name of the value in {@code main} that holds a layer's cache page. */
  static String pageValue(int layer) {
    return "%" + (FIRST_VALUE + 1 + layer * VALUES_A_LAYER + 2);
  }

  static String location(int layer, String module, String op) {
    return " loc(\"%d|LlamaDecoderLayer[model.layers.%d]|%s|modeling_llama.py:%d|forward|%d|%s\")"
        .formatted(layer * 9 + op.length(), layer, module, 60 + 8 * op.length(), 71, op);
  }

  static List<Step> embed() {
    String text =
        "%%%d = \"ttnn.embedding\"(%%arg2, %%0) : (tensor<32x128xui32>) -> %s"
            .formatted(FIRST_VALUE, STATE.text());
    return List.of(
        Step.make(
            operation(
                text + " loc(\"0|Embedding[model.embed_tokens]|aten__embedding\")", "EmbeddingOp"),
            HIDDEN,
            STATE));
  }

  /** From the layer's input to the extension of its cache. */
  static List<Step> layerHead(int layer) {
    int first = firstValue(layer);
    List<Step> steps = new ArrayList<>();
    String norm = location(layer, "LlamaRMSNorm[input_layernorm]", "aten__mul");
    String input = "%" + (first - 1);
    steps.add(make(first, "rms_norm", input, STATE, STATE, norm).step("RMSNormOp", NORMED));
    String qkv = location(layer, "Linear[self_attn.qkv_proj]", "aten__mm");
    steps.add(
        make(first + 1, "matmul", "%" + first + ", %1", STATE, QUERIES, qkv).step("MatmulOp", QKV));
    steps.add(Step.drop(deallocate("%" + first, STATE.text(), norm), NORMED));
    return steps;
  }

  /** From the cache to the layer's output. */
  static List<Step> layerTail(int layer) {
    int first = firstValue(layer);
    int input = HIDDEN + layer % 2;
    int output = HIDDEN + (layer + 1) % 2;
    String attention = location(layer, "LlamaAttention[self_attn]", "aten__sdpa");
    String projection = location(layer, "Linear[self_attn.o_proj]", "aten__mm_1");
    String sum = location(layer, "LlamaDecoderLayer", "aten__add");
    String qkv = "%" + (first + 1);
    String attended = "%" + (first + 3);
    String projected = "%" + (first + 4);
    String residual = "%" + (first - 1);
    return List.of(
        make(first + 3, "scaled_dot_product_attention", qkv, QUERIES, STATE, attention)
            .step("ScaledDotProductAttentionOp", ATTENDED),
        Step.drop(deallocate(qkv, QUERIES.text(), attention), QKV),
        make(first + 4, "matmul", attended + ", %1", STATE, STATE, projection)
            .step("MatmulOp", PROJECTED),
        Step.drop(deallocate(attended, STATE.text(), projection), ATTENDED),
        make(first + 5, "add", projected + ", " + residual, STATE, STATE, sum)
            .step("EltwiseBinaryOp", output),
        Step.drop(deallocate(projected, STATE.text(), sum), PROJECTED),
        Step.drop(deallocate(residual, STATE.text(), sum), input));
  }

  /** From the last layer to the tokens, which the caller keeps. */
  static List<Step> head() {
    int first = firstValue(LAYERS);
    String loc = " loc(\"99|Linear[lm_head]|aten__mm\")";
    String hidden = "%" + (first - 1);
    return List.of(
        make(first, "matmul", hidden + ", %0", STATE, LOGIT, loc).step("MatmulOp", LOGITS),
        Step.drop(deallocate(hidden, STATE.text(), loc), HIDDEN + LAYERS % 2),
        make(first + 1, "argmax", "%" + first, LOGIT, TOKENS, " loc(\"100|argmax|aten__argmax\")")
            .step("ReductionArgMaxOp", OUTPUT),
        Step.drop(deallocate("%" + first, LOGIT.text(), loc), LOGITS));
  }

  private static int firstValue(int layer) {
    return FIRST_VALUE + 1 + layer * VALUES_A_LAYER;
  }

  private static Making make(
      int value, String op, String operands, TensorType in, TensorType out, String loc) {
    return new Making(
        "%%%d = \"ttnn.%s\"(%s) : (%s) -> %s%s"
            .formatted(value, op, operands, in.text(), out.text(), loc),
        out);
  }

  private record Making(String text, TensorType out) {
    Step step(String flatbufferOp, int slot) {
      Stock operation = operation(text, flatbufferOp);
      return Step.make(operation, slot, out);
    }
  }
}
