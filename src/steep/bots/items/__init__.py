"""What bots do with items: which are worth taking, equipping and using."""
