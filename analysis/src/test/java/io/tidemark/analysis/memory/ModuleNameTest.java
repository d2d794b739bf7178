package io.tidemark.analysis.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModuleNameTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        // PyTorch through XLA: the call stack of modules.
        "9|LlamaDecoderLayer[model.layers.0]|LlamaAttention[self_attn]|modeling_llama.py:132|forward|71|aten__cat > model.layers.0",
        "10|LlamaDecoderLayer[model.layers.0]|Linear[self_attn.o_proj]|modeling_llama.py:9|forward|71|aten__mm_1 > model.layers.0",
        "18|LlamaDecoderLayer[model.layers.17]|LlamaRMSNorm[input_layernorm]|modeling_llama.py:7|forward|71|aten__mul > model.layers.17",
        "18|LlamaDecoderLayer[model.layers.1]|LlamaDecoderLayer|modeling_llama.py:70|forward|71|aten__add > model.layers.1",
        "1|CogVideoXCausalConv3d[conv1]|CogVideoXSafeConv3d[conv1.conv]|/x/torch_overrides.py:9|__torch_function__|22|aten__convolution > conv1.conv",
        "0|CogVideoXCausalConv3d[conv1]|/usr/lib/python3.11/torch/nn/functional.py:5128|pad|5209|aten__constant_pad_nd > conv1",
        "99|Linear[lm_head]|aten__mm > lm_head",
        "0|Embedding[model.embed_tokens]|aten__embedding > model.embed_tokens",
        "7|T5Block[encoder.block.3]|T5LayerFF[encoder.block.3.layer.1]|aten__mm > encoder.block.3",
        "4|UNet[unet]|Down[down_blocks.0]|Res[down_blocks.0.resnets.1]|aten__conv > unet.down_blocks.0",
        "3|/home/x/torch_overrides.py:9|__torch_function__|22|aten__permute_in_0_layout > torch_overrides.py",
        "-1|unknown|unknown|-1|aten__var_mean > (no module)",
        "67|argmax|aten__argmax > (no module)",
        // JAX: scopes, and the operation as the last part.
        "jit(train_step)/transformer/layer_0/attn/dot_general > transformer/layer_0",
        "jit(train_step)/jvp(layer_3)/attention/reduce_sum > layer_3",
        "jit(train_step)/transpose(jvp(layer_0))/dot_general > layer_0",
        "jit(train_step)/jit(main)/transpose(jvp(Transformer))/h_11/mlp/dot_general > Transformer/h_11",
        "jit(step)/jit(main)/while/body/checkpoint/decoder/layers_4/add > decoder/layers_4",
        "jit(train_step)/jvp(layer_3)/bhqk,bkhd->bqhd/dot_general > layer_3",
        "jit(f)/decoder/norm/scale/mul > decoder/norm",
        "jit(f)/mul > (no module)",
        "jit(f) > (no module)",
        // Names of parameters and of modules.
        "model.layers.0.self_attn.q_proj > model.layers.0",
        "transformer.h.7.mlp.c_fc.weight > transformer.h.7",
        "l__self___model_layers_0_mlp_down_proj_weight > model.layers.0",
        "p_model_layers_12_self_attn_q_proj_weight > model.layers.12",
        "L_self_modules_model_modules_layers_modules_5_modules_mlp_parameters_weight_ > model.layers.5",
        "vision_model_encoder_layers_2_fc1_weight > vision_model.encoder.layers.2",
        "l__self___lm_head_weight > (weights)",
        "p0.weight_in_1_layout > (weights)",
        "state[1]['layers'][3]['wo'] > layers.3",
        "params['params']['layers_2']['attn']['kernel'] > layers_2",
        "state[0]['gf'] > (weights)",
        // Nodes of ONNX.
        "/model/layers.0/self_attn/q_proj/MatMul_output_0_MatMul > model.layers.0",
        "/conv1/Conv_output_0_Conv > conv1",
        // Source lines, and instructions.
        "/home/user/models/aot/train.py > train.py",
        "modeling_llama.py:140 > modeling_llama.py",
        "dot.4 > (no module)",
        "all-gather.7 > (no module)",
        "layers.4 > layers.4",
        "<module> > (no module)",
        "ConcatOp > (no module)",
      })
  void anOpBelongsToTheModuleThatItsPlaceNames(String row) {
    int at = row.lastIndexOf(" > ");
    assertThat(ModuleName.of(row.substring(0, at))).isEqualTo(row.substring(at + 3));
  }

  @Test
  void thePlaceIsTheSourceLine() {
    assertThat(ModuleName.place("9|A[model]|modeling_llama.py:132|forward|71|aten__cat"))
        .isEqualTo("modeling_llama.py:132");
    assertThat(ModuleName.place("dot.4")).isEqualTo("dot.4");
    assertThat(ModuleName.of(null)).isEqualTo(ModuleName.NONE);
    assertThat(ModuleName.of("jit(f)/" + "(".repeat(2000) + "/add")).isEqualTo(ModuleName.NONE);
  }
}
