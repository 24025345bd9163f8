"""The events of Dead Mall. Beside each: `who`, then what `a`, `b`, `c`, `d` are."""

KINDS = (
    "round",
    "laid",
    "shuffled",
    "effect",
    "money",
    "liquidity",
    "blocked",
    "paid",
    "lost",
    "exchanged",
    "renewed",
    "filled",
    "pile-renewed",
    "removed",
    "passed",
    "spared",
    "closed",
    "stage",
    "rolled",
    "turned",
    "took",
    "anchored",
    "bought",
    "changed",
    "stopped",
    "armed",
    "broke-out",
    "mended",
    "ended",
    "scored",
)
(
    ROUND,  # start player; number of the round
    LAID,  # seat; bar, card
    SHUFFLED,  # seat; cards of the new draw pile
    EFFECT,  # seat; card whose effect begins to work
    MONEY_GOT,  # seat; money, card, why
    LIQUIDITY_MOVED,  # seat; steps, negative to the left, card or -1, why
    BLOCKED,  # seat; card whose gain the rats stop
    PAID,  # seat; value paid, card, 1 for a fine, value that could not be paid
    LOST,  # seat; what the cards with which it paid say beyond that and beyond the change, 1 under water
    EXCHANGED,  # seat; slot, card given, card got
    RENEWED,  # seat; slot, card put away
    FILLED,  # -1; slot, card or -1
    PILE_RENEWED,  # -1; 0 stores, 1 food court; cards
    REMOVED,  # seat; card
    PASSED,  # seat; card that may stay
    SPARED,  # seat; card that is not inspected
    CLOSED,  # seat; card, bit set of WRONG_STAGE, NO_BRANCH, NO_COUNTERS
    STAGE_MOVED,  # seat; stage, stage before
    ROLLED,  # seat; what the three dice show now, bit set of the dice thrown
    TURNED,  # seat; die, what it showed, what it shows
    TOOK,  # seat; slot, card
    ANCHORED,  # seat; area, anchor tenant's card
    BOUGHT,  # seat; card, price
    CHANGED,  # seat; denomination
    STOPPED,  # seat
    ARMED_NOW,  # seat; side
    BROKE_OUT,  # seat; side
    MENDED,  # seat whose dice or effect end it; side, 1 by an effect
    ENDED,  # seat that ends it or -1; reason (index in Game.ends)
    SCORED,  # seat; source (index in SOURCES), points
) = range(len(KINDS))

BY_SETTLEMENT, BY_EFFECT, BY_FINE, BY_ROLL = range(4)
"""Why money and liquidity move."""

WRONG_STAGE, NO_BRANCH, NO_COUNTERS = 1, 2, 4
"""Why a store closes."""

SOURCES = ("money", "vacancies")
FROM_MONEY, FROM_VACANCIES = range(2)
