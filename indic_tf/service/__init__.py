"""The formatter as an HTTP service: ``indic-tf serve``.

    request → gate (key, limits, log) → routes → pool (batches across requests) ⇄ worker processes (formatters)

The process that talks HTTP never formats and loads no PyTorch, so it answers `/health` whatever the workers do; a
worker that dies or hangs is begun anew and costs no request but the one that did it. docs/service.md is the page for
whoever runs or calls it. Everything here but `messages` needs the extra ``serve``.
"""
