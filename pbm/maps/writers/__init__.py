"""Writes a scene as PDF, SVG and PNG."""
