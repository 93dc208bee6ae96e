// Nothing is called by name: see clock.c.
