"""The events of Ginkgopolis. Beside each: `who`, then what `a`, `b`, `c`, `d` are."""

KINDS = (
    "round",
    "dealt-character",
    "kept",
    "ready",
    "dealt",
    "card",
    "chose",
    "new-hand",
    "revealed",
    "gained",
    "short",
    "drew",
    "fired",
    "returned",
    "compensated",
    "paid",
    "built",
    "urbanized",
    "token",
    "tableau",
    "discarded",
    "hand-discarded",
    "reshuffled",
    "passed",
    "exhausted",
    "tiles-back",
    "refilled",
    "cancelled",
    "triggered",
    "ended",
    "scored",
)
(
    ROUND,  # first player; number of the round
    DEALT_CHARACTER,  # seat, for her alone; character she now has in hand
    KEPT,  # seat; character
    READY,  # seat: has picked a character, or has named all tiles to return
    DEALT,  # side; cards
    CARD,  # seat, for her alone; card dealt
    CHOSE,  # seat; 1 with a tile, 0 without
    NEW_HAND_USED,  # seat; tokens left, cards put away
    REVEALED,  # side; card, tile or -1
    GAINED,  # side; item, number, source, id in the source
    SHORT,  # side; item, number the supply could not give, source, id in the source
    DREW,  # seat, for her alone; up to four tiles, -1 for none
    FIRED,  # side; card of the tableau, resources, tiles, SP
    RETURNED,  # owner; resources, topmost tile of the building, builder
    COMPENSATED,  # owner; SP, topmost tile, builder who pays or -1 for the bank
    PAID,  # side; item, number, why
    BUILT,  # side; new tile, covered tile, height (= resources placed)
    URBANIZED,  # side; letter, tile, x, y (one resource placed)
    TOKEN_MOVED,  # seat that moved it; letter, x, y
    TABLEAU,  # side; card
    DISCARDED,  # side; card
    HAND_DISCARDED,  # seat; cards
    RESHUFFLED,  # -1; cards in the draw pile, cards in the discard pile, building cards that came in
    PASSED,  # -1; cards per hand
    EXHAUSTED,  # -1; 1 for the first time, 2 for the second
    TILES_BACK,  # seat; tiles
    REFILLED,  # -1; tiles in the supply
    CANCELLED,  # side; card, tile
    TRIGGERED,  # side or -1; reason (index in Game.ends)
    ENDED,  # -1; reason (index in Game.ends)
    SCORED,  # side; source (index in Game.sources), SP, detail, detail - see SOURCES
) = range(len(KINDS))

# Sources of GAINED and SHORT, with the id's meaning.
FROM_BUILDING = 0  # tile: exploited
FROM_LETTER = 1  # letter: exploited
FROM_NEIGHBOR = 2  # tile: beside a new building
FROM_CHARACTER = 3  # character: goods at the start
FROM_START = 4  # the solitaire game's goods at the start
FROM_REFILL = 5  # number of tiles returned
FROM_CARD = 6  # card of the tableau (SHORT alone: what it gives is FIRED)

# Why something is PAID.
FOR_COLOR = 0
FOR_NUMBER = 1
FOR_OWNER = 2

SOURCES = ("points", "new hands", "cards", "districts")
(
    BY_POINTS,  # SP gained and not spent; never SCORED, the events of the match add up to it
    BY_NEW_HANDS,  # detail: tokens left
    BY_CARDS,  # detail: card
    BY_DISTRICTS,  # details: place (1 or 2), topmost tile of the district's first building
) = range(len(SOURCES))
