"""The events of Mall World. Beside each: `who`, then what `a`, `b`, `c`, `d` are. Money is in units of CHF 1000."""

KINDS = (
    "started",
    "round",
    "turn",
    "bought",
    "marker",
    "markers-back",
    "lobby-removed",
    "reds-out",
    "unlocked",
    "offered",
    "ready",
    "bid",
    "won",
    "nobody",
    "coins",
    "laid",
    "tile",
    "rented",
    "wasted",
    "played",
    "skipped",
    "removed",
    "displayed",
    "refreshed",
    "taken",
    "reshuffled",
    "ending",
    "round-over",
    "scored",
    "ended",
    "would",
)
(
    STARTED,  # seat; money
    ROUND,  # -1; number, fee chips
    TURN,  # active player
    BOUGHT,  # seat; order, price, slot
    MARKER,  # seat that buys nothing; why it cannot (index in REASONS), 0 when it could
    MARKERS_BACK,  # -1; how many
    LOBBY_REMOVED,  # -1; order nobody wanted
    REDS_OUT,  # -1; red orders removed
    UNLOCKED,  # -1
    OFFERED,  # auctioneer; card, cards offered in all
    READY,  # seat that has bid
    BID_SHOWN,  # seat; coins
    WON,  # seat; 1 or 2, bid
    NOBODY,  # auctioneer: nobody bid
    COINS,  # seat; coins gained or lost, why, the other seat or -1 for the slush fund
    LAID,  # seat; card, space of the first tile, turn
    TILED,  # seat; space, colour
    RENTED,  # seat; card, space, shop, customer
    WASTED,  # seat; card
    ORDER_PLAYED,  # seat; order, fee, chips left
    SKIPPED,  # seat; 1 when there was nothing to do, 0 when it was a second action
    REMOVED,  # seat; card, 1 from the display, 0 from the hand
    DISPLAYED,  # -1; card
    REFRESHED,  # seat
    TOOK,  # seat; card
    RESHUFFLED,  # -1; cards
    ENDING,  # -1; why the match ends after this turn
    ROUND_OVER,  # -1; number, 1 when nobody could act
    SCORED,  # seat; order, money, how often it was found
    ENDED,  # -1; why
    WOULD,  # seat, in previews alone; order, money it would score before, after, 1 when the board changes between
) = range(len(KINDS))

# Why coins move.
FOR_SINGLE, FOR_BID, FOR_REFRESH, FROM_FUND, AT_START = range(5)

SOURCES = ("start", "red", "green", "blue", "coins", "lobby", "fees")
FROM_START, FROM_RED, FROM_GREEN, FROM_BLUE, FROM_COINS, FOR_LOBBY, FOR_FEES = range(len(SOURCES))
