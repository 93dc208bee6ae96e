"""What uses the pages as people do, in Debian's Chromium, which nobody here wrote."""
