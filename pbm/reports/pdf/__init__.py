"""Pages in PDF: type, blocks, tables, fields, and the markup that templates make them with."""
