"""Mail in and out: taken once, kept raw, answered once.

`collect` takes letters from their `sources` into the `inbox`, `sets` chooses whose orders count under the `calendar`,
and everything that goes out waits in the `outbox` until `smtp` has delivered it or `loops` forbids it.
"""
