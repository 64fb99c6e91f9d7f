"""The site and the order desk."""
