"""How the tactician looks ahead: it imagines worlds from the view, and evaluates what became of them."""
