"""What tests use: hands that write sheets, games that take mail, servers, a browser."""
