"""Photos and scans of printed turnsheets: found by their QR code, straightened by their marks, cut into their boxes.

What it needs beyond the rest of pbm comes with the extra `scan` and is imported late."""
