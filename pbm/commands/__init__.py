"""The commands of `pbm`, one module for each kind of task; a command imports what it needs when it runs."""

COMPLETING = "_PBM_COMPLETE"
"""Set by a shell that asks how a line goes on."""
