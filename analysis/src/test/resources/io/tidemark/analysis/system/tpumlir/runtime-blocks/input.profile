[bmprofile] arch=4
[bmprofile] net_name=resnet
[bmprofile] tpu_freq=1000
[bmprofile] is_mlir=1
[bmprofile] start to run subnet_id=0
[bmprofile] global_layer: layer_id=1 layer_type=Conv layer_name=
[bmprofile] tensor_id=1 is_in=1 shape=[1x3x4] dtype=0 is_const=0 gaddr=4096 gsize=0 loffset=0 nslice=0 hslice=0 l2addr=0
[bmprofile] end to run subnet_id=0
[bmprofile] mtype=1 addr=4294967296 size=25600 alloc=1700000000000100 free=0 desc=coeff
[bmprofile] mtype=1 addr=4294995968 size=8000 alloc=1700000000000200 free=1700000000000900 desc=neuron_mem0
[bmprofile] mtype=0 addr=140737353936896 size=512 alloc=1700000000000250 free=0 desc=cpu layer
[bmprofile] mtype=1 addr=4295004160 size=4000 alloc=1700000000000300 free=1700000000000400 desc=io
[bmprofile] mtype=1 addr=4295004160 size=1000 alloc=1700000000000400 free=1700000000001500 desc=io
[bmprofile] mtype=1 addr=4295008256 size=2000 alloc=1700000000001000 free=1700000000001200 desc=
[bmprofile] mtype=1 addr=4295008256 size=20x
