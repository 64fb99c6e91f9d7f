"""The project itself: layers, documents, the wheel, the command line."""
