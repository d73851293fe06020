"""Memory to agent, in order: gate, route, load, budget, fragments, render. Pure.

`lexicon` holds the words, `routing` takes a message to its route, `ranking` orders what a search
found, `loading` decides what is handed over; `gate` comes before, `render` after them.
"""
