"""The events of Mall des Jahres. Beside each: `who`, then what `a`, `b`, `c`, `d` are."""

KINDS = (
    "round",
    "focus",
    "points",
    "lapsed",
    "stays",
    "blocked",
    "red-die",
    "freed",
    "closed",
    "stage",
    "established",
    "rolled",
    "drew",
    "looked",
    "opened",
    "covered",
    "returned",
    "filled",
    "pile-renewed",
    "stopped",
    "article",
    "negative",
    "positive",
    "cancelled",
    "given-back",
    "ended",
    "scored",
)
(
    ROUND,  # start player; number of the round
    FOCUS,  # seat; card revealed
    POINTS,  # seat; change, points now, why, card or -1
    LAPSED,  # seat; points beyond the best field, the card that would bring them
    STAYS,  # seat; card whose conditions are met: it goes under the deck
    BLOCKED,  # seat; card, bit set of what it lacks, red die
    RED_DIE,  # seat; card, red die now, bit set of what it lacks
    FREED,  # seat; card whose conditions are met again: it goes under the deck
    CLOSED,  # seat; card, why
    STAGE_MOVED,  # seat; level, level before
    ESTABLISHED,  # seat; 1 established now, 0 no longer
    ROLLED,  # seat; what the three dice show now, bit set of the dice thrown
    DREW,  # seat; pile
    LOOKED,  # seat; card drawn, pile; of a store only the seat itself reads it
    OPENED,  # seat; card, column or -1, rolls it took
    COVERED,  # seat; column, card laid there, card covered
    RETURNED,  # seat; card that goes back to its pile, pile
    FILLED,  # -1; column, card
    PILE_RENEWED,  # -1; cards of the new pile of stores
    STOPPED,  # seat; rolls it made, 1 if it may still draw a store (H23)
    ARTICLE,  # seat that reveals it; article, its branch
    NEGATIVE,  # seat; negative cards now
    POSITIVE,  # seat; positive cards now
    CANCELLED,  # seat; negative cards now: one went back instead of a positive one coming
    GIVEN_BACK,  # seat; negative cards that go back to the supply
    ENDED,  # seat that ends it or -1; reason (index in Game.ends)
    SCORED,  # seat; source (index in SOURCES), points
) = range(len(KINDS))

BY_FOCUS, BY_ROLL, BY_STAGE = range(3)
"""Why the marker moves."""

WRONG_STAGE, NO_BRANCH, NO_ANCHORS, NO_COUNTERS = 1, 2, 4, 8
"""What a focus store lacks."""

BY_RED_DIE, BY_FEEDBACK = range(2)
"""Why a card leaves a mall."""

SOURCES = ("scale", "stage", "positive", "negative")
FROM_SCALE, FROM_STAGE, FROM_POSITIVE, FROM_NEGATIVE = range(4)
