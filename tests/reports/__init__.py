"""Reports in all their forms, and that nothing leaks in them."""
