"""What the JSON API takes and gives. The descriptions stand in `/openapi.json`."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Code = Annotated[str, Field(max_length=200)]


class Problem(BaseModel):
    """Why something was not done. Nothing has changed."""

    detail: str = Field(description="One sentence, in the language that Accept-Language asks for.")
    errors: dict[str, str] | None = Field(None, description="Sentences by field, where several can be wrong.")


class Person(BaseModel):
    """Somebody the server knows. No account: whoever has the token is this person."""

    token: str = Field(description="A secret, shown only here. Send it as `Authorization: Bearer ...`.")
    name: str


class Naming(BaseModel):
    """How somebody wants to be called."""

    name: str = Field(description="At most 24 characters.", max_length=1000)
    language: Literal["en", "de", "pl"] | None = Field(
        None, description="Spoken on all pages of this person; null leaves it as it is."
    )


class TableLine(BaseModel):
    """One of my tables."""

    id: str
    game: str
    title: str
    state: Literal["waiting", "running", "over"]
    seats: list[str | None] = Field(description="Names; null while a seat is free.")
    your_turn: bool
    changed: int = Field(description="Seconds since 1970.")


class Me(BaseModel):
    """The caller."""

    name: str = Field(description='As last used, or "".')
    language: str | None = Field(description="As chosen; null: as `Accept-Language` asks for.")
    tables: list[TableLine] = Field(description="Last changed first, at most 50.")


class GameInfo(BaseModel):
    """An installed game."""

    name: str
    title: str
    players: list[int] = Field(description="Possible numbers of players.")
    boxes: list[str] = Field(description="The default comes first.")
    options: dict[str, list[str]] = Field(description="Switches by name, the value for most people first.")
    rules: int = Field(description="Version of the rules.")
    bots: list[str] = Field(description="Levels, from the weakest.")
    lesson: bool = Field(description="Whether it has a guided first game.")
    ready: bool = Field(description="Whether bots can play it now; until then they are being prepared.")


class GuideInfo(BaseModel):
    """How a game is played."""

    game: str
    title: str
    html: str = Field(description="In the language that Accept-Language asks for, if there is one.")


class SeatWish(BaseModel):
    """Who shall sit on one seat."""

    kind: Literal["me", "here", "open", "bot"] = Field(description='"here": another person at the same device.')
    name: str = Field("", description='For "me" and "here".', max_length=1000)
    level: str = Field("", description='For "bot": one of the game\'s `bots`.', max_length=200)


class PaceWish(BaseModel):
    """How fast a table plays. Time that runs out ends nothing: the others may then let a bot play, or wait."""

    kind: Literal["live", "days"] = Field(description="A clock for every seat, or so many days for every turn.")
    minutes: int = Field(15, description="Live: for every seat.")
    seconds: int = Field(30, description="Live: more for every turn.")
    days: int = Field(2, description="For every turn.")


class NewTable(BaseModel):
    """A table to be made."""

    game: str = Field(max_length=200)
    seats: list[SeatWish] = Field(max_length=16)
    box: str = Field("published", max_length=200)
    options: dict[str, str] = {}
    pace: PaceWish | None = Field(None, description="Null: no clock.")
    hands: bool = Field(False, description="Open hands for those who have a secret code; only without a seat.")
    once: str | None = Field(None, max_length=64, description="The same text sent again makes no second table.")


class Promise(BaseModel):
    """What a server is bound to before it shuffles."""

    commitment: str = Field(description="SHA-256 of the seed, which is shown after the end.")


class MadeTable(BaseModel):
    """A table, and the codes with which others can take its open seats."""

    id: str
    invitations: dict[int, str] = Field(description="Code by seat.")
    watch: str | None = Field(None, description="The secret code with which others see all hands.")


class Invitation(BaseModel):
    """Where an invitation leads."""

    table: str
    seat: int


class Joining(BaseModel):
    """A seat to be taken."""

    name: str = Field(max_length=1000)
    seat: int | None = Field(None, description="Another open seat than the invitation's own.")


class Answer(BaseModel):
    """What a seat answers."""

    model_config = ConfigDict(strict=True)  # `true` is not action 1

    seat: int
    action: int | Annotated[str, Field(max_length=200)] = Field(description="The action's number or text.")
    version: int = Field(description="`decision.version` of the table as it was when the answer was chosen.")


class StandIn(BaseModel):
    """A bot that plays in one's stead."""

    level: str = Field(description="One of the game's `bots`.", max_length=200)


class UndoWish(BaseModel):
    """That a seat takes back its last answer."""

    model_config = ConfigDict(strict=True)

    seat: int
    version: int = Field(description="`undo.version` of the table as it was when this was decided.")
    ask: bool = Field(False, description="Whether the others shall be asked when they have to agree.")


class AskId(BaseModel):
    """Which ask is meant."""

    model_config = ConfigDict(strict=True)

    seat: int = Field(description="The seat that asks.")
    moment: int = Field(description="The `moment` of the ask.")


class Consent(AskId):
    """An answer to the question whether another seat may take something back."""

    agrees: bool


class UndoInfo(BaseModel):
    """What the caller could take back: the last answer of one of her seats."""

    seat: int
    version: int = Field(description="To be quoted.")
    free: bool = Field(description="Whether it can be taken back at once; otherwise the others are asked.")


class AskInfo(BaseModel):
    """A seat would like to take back its last answer, and with it all that followed."""

    seat: int
    moment: int = Field(description="To be quoted. The ask lapses when something happens that everybody sees.")
    waiting_for: list[int] = Field(description="Seats whose persons have not answered.")
    refused_by: list[int] = Field(description="Seats whose persons would rather go on: the answer stays.")
    mine: bool = Field(description="Whether the caller asks.")
    asked: bool = Field(description="Whether the caller is asked and has not answered.")


class SeatInfo(BaseModel):
    """Who sits on a seat."""

    index: int
    name: str
    kind: Literal["person", "bot", "open", "auto"] = Field(description='"auto": an opponent that the rules play.')
    level: str = Field(description='Of the bot that plays it, for itself or in the person\'s stead, or "".')
    mine: bool
    to_act: bool
    online: bool = Field(description="Whether its person has the table open.")
    since: int | None = Field(description="Since when it is to act, in seconds since 1970; null while it isn't.")
    left: int | None = Field(description="Seconds of its time that are left; null where there is no clock.")


class ActionInfo(BaseModel):
    """One legal action."""

    action: int
    text: str = Field(description="As it stands in records; it may be sent instead of the number.")
    label: str = Field(description="For people, in their language.")


class Decision(BaseModel):
    """What the viewing seat is asked."""

    version: int = Field(description="To be quoted in the answer.")
    actions: list[ActionInfo]


class PreviewLine(BaseModel):
    """Something that an answer would bring, as far as the seat can know."""

    kind: str = Field(description='"cost", "gain" or "note".')
    text: str


class ActionDetail(ActionInfo):
    """An action, whether it is legal now, and what would come of it."""

    legal: bool
    why_not: str | None = Field(description="The reason in one sentence when it is not legal.")
    preview: list[PreviewLine] = Field(description="For legal actions.")


class LogEntry(BaseModel):
    """What came of one answer, or happened beside, in sentences."""

    number: int
    seat: int = Field(description="Whose answer it was; -1: nobody's.")
    name: str
    lines: list[str]
    struck: bool = Field(description="Whether it was taken back: it does not count.")


class ScoreInfo(BaseModel):
    """The result of one side."""

    seat: int
    name: str
    rank: int = Field(description="1 for the winners; equal standings share a rank.")
    total: int
    parts: dict[str, int] = Field(description="Points by source.")


class TableInfo(BaseModel):
    """A table as one seat, or a spectator, may see it."""

    id: str
    game: str
    box: str
    options: dict[str, str]
    rules: int
    state: Literal["waiting", "running", "over"]
    version: int = Field(description="Grows with every change that this viewer can see.")
    seat: int = Field(description="Whose eyes these are; -1: a spectator.")
    seats: list[SeatInfo]
    invitations: dict[int, str] = Field(description="Codes of the free seats, for those who sit at the table.")
    decision: Decision | None = Field(description="Null when the seat has nothing to decide.")
    undo: UndoInfo | None = Field(description="Null when the caller can take nothing back.")
    asking: list[AskInfo] = Field(description="Who asks the others whether something may be taken back.")
    view: dict[str, Any] | None = Field(description="The game's own picture of the situation.")
    log: list[LogEntry]
    scores: list[ScoreInfo] = Field(description="Best first; empty until the match is over.")
    commitment: str = Field(description="SHA-256 of the seed.")
    seed: str | None = Field(description="Shown after the end.")


class DeviceInfo(BaseModel):
    """A browser or program on which somebody plays."""

    id: int
    name: str = Field(description="What it seems to be, such as Firefox, Android.")
    here: bool = Field(description="Whether it is the one that asks.")
    created: int = Field(description="Seconds since 1970, UTC.")
    seen: int = Field(description="When it was used last, give or take some hours; seconds since 1970, UTC.")


class KeyInfo(BaseModel):
    """A one-time key for another device. It is told only now."""

    secret: str = Field(description="The end of the link `/move/...`.")
    code: str = Field(description="The same in short, for people to type.")
    expires: int = Field(description="Seconds since 1970, UTC.")


class KeyOffer(BaseModel):
    """What a one-time key gives."""

    name: str = Field(description="Of the seat, or of the person all whose seats come.")
    table: str | None = Field(description="The seat's table; null: all seats of a person.")
    seat: int | None


class Moved(BaseModel):
    """What a one-time key has given."""

    table: str | None = Field(description="The seat's table; null: all seats of a person.")


class Watched(BaseModel):
    """A table whose hands are open to those who have a code."""

    table: str
