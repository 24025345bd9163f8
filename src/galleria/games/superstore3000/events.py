"""The events of Superstore 3000. Beside each: `who`, then what `a`, `b`, `c`, `d` are."""

KINDS = (
    "round",
    "start",
    "card",
    "laid",
    "slot",
    "paid",
    "built",
    "attraction",
    "revealed",
    "bay",
    "notes",
    "walked",
    "ask",
    "money",
    "triggered",
    "passed",
    "ended",
    "scored",
)
(
    ROUND,  # first player; number of the round
    START,  # seat; number of the main entrance, notes
    CARD,  # seat, for her alone; individual card 0..5
    LAID,  # -1; common attraction that lies out
    FILLED,  # -1; column, type that enters at the top, tiles left in the supply
    PAID,  # seat; notes, notes then in the bank
    BUILT,  # seat; type, x, floor, slot
    ATTRACTED,  # seat; attraction, x, floor of the base, 1 when mirrored
    REVEALED,  # seat; individual card 0..5
    DOCKED,  # seat; bay, x
    NOTED,  # seat; notes from the bank, bay
    WALKED,  # seat; tile the customer leaves, store, kind, steps
    ASKED,  # seat: which customer moves is hers to say
    MONEY_TAKEN,  # seat; column, type turned over, notes beside it, notes of the seat afterwards
    TRIGGERED,  # seat; reason (index in Game.ends)
    PASSED,  # seat that can do nothing at all
    ENDED,  # -1; reason (index in Game.ends)
    SCORED,  # side; source (index in Game.sources), points, detail, detail - see SOURCES
) = range(len(KINDS))

SOURCES = ("rainbow", "blue", "yellow", "green", "attractions", "bays")
(
    BY_RAINBOW,  # details: rank from 1, satisfied customers
    BY_BLUE,  # details of the colours: rank from 1, stores in the cluster
    BY_YELLOW,
    BY_GREEN,
    BY_ATTRACTION,  # detail: attraction
    BY_BAY,  # detail: bay
) = range(len(SOURCES))
