"""The messages an entry rests on, and the talk around them."""
