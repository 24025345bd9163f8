"""Tables in the browser: storage, seats, live updates, pages and the JSON API. Knows games only through `core.Game`."""
