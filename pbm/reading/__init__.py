"""Reading: from a letter to its sheet, and from a sheet to orders."""
