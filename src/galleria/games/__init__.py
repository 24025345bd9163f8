"""The games that come with Galleria, one folder each. They are found through the entry points `galleria.games`."""
