"""The commands of `pbm`, a module for each part of the work; what they need is imported when they run."""
