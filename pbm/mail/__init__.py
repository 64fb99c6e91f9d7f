"""Mail in and out: each letter is taken once, kept as it came, and answered once.

`collect` takes letters from their `sources` into the `inbox`, `sets` chooses whose orders count under the `calendar`,
and outgoing mail is queued in the `outbox` until `smtp` has delivered it or `loops` forbids it.
"""
