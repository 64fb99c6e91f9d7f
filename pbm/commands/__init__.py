"""The commands of `pbm`, one module for each kind of task; a command imports what it needs when it runs."""
