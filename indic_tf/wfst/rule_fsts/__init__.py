"""A language's ITN as transducers over bytes that rewrite whole sentences, for programs without Python.

sherpa-onnx runs them (``rule_fsts``), and whatever else has kaldifst's ``TextNormalizer``. Two of them, one after the
other: `reader` makes tagged fields of number words, `writer` makes figures of these.
"""
