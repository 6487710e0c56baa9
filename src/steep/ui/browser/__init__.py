"""The browser presenter, which a page drives event by event."""
