"""`galleria play`: a match against bots in the terminal, or through a pipe."""

import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from galleria.bots import check_bot, choose, warm
from galleria.core import GalleriaError, Game, IllegalAction, Match, find_game, read_options
from galleria.core.text import N_, _, ngettext
from galleria.options import with_box

HELP = N_("""\
Answer with the number of an action, or with words of it: "b blue-7" finds "urbanize B with blue-7".
  ?         this help                     board     show the board again
  list      show all actions              why ...   say why an action is not possible
  undo      take back your last answer    score     show the score as it stands
  log       show what happened so far     save F    write the record of the match to file F
  quit      leave the match""")
SHOWN = 40
"""So many actions are listed without being asked for."""


def ended(match: Match) -> str:
    """That and why the match is over."""
    why = match.view().get("prompt", {}).get("over")
    return _("The match is over.") + f" {why}" if why else _("The match is over: %(why)s.") % {"why": match.over}


class _Quit(Exception):
    """The person leaves."""


class _Table:
    """A match, the bots at it, and the person in front of the terminal."""

    def __init__(self, match: Match, bots: dict[int, str], console: Console) -> None:
        self.match, self.bots, self.console = match, bots, console
        self.game: Game = match.game
        self.seat = next(i for i in range(match.state.players) if i not in bots)
        self.told = 0  # events of the match that have been told
        self.asked: list[int] = []  # how many actions there were at each answer of the person's
        self.done = (0, 1)  # how far the compiler is
        self.compiler = threading.Thread(target=self._compile, daemon=True)
        self.failure: Exception | None = None

    def _compile(self) -> None:
        try:
            warm(self.game, self._report)
        except Exception as error:  # noqa: BLE001 - told to the person when a bot is to move
            self.failure = error

    def _report(self, done: int, total: int) -> None:
        self.done = (done, total)

    def run(self) -> None:
        """Play to the end, or until the person leaves."""
        if set(self.bots.values()) - {"random"}:
            self.compiler.start()
        self.say(_("Answer with a number or with words; ? helps."))
        while not self.match.over:
            if self.seat in self.match.to_act:
                self.ask()
            else:
                self.bot(self.match.to_act[0])
        self.tell()
        self.say("", self.board(), "", ended(self.match))
        self.score()

    def say(self, *lines: str, style: str | None = None) -> None:
        for line in lines:
            self.console.print(line, style=style, markup=False, highlight=False, soft_wrap=True)

    def board(self) -> str:
        return self.game.board_text(self.match.view(self.seat))

    def tell(self, everything: bool = False) -> None:
        """Say what happened since the last time."""
        events = self.match.events_for(self.seat)
        context = self.match.context_for(self.seat)
        for event in events[0 if everything else self.told :]:
            sentence = self.game.sentence(event, context)
            if sentence:
                self.say(f"  {sentence}", style="dim" if event.who == self.seat else None)
        self.told = len(events)

    def score(self) -> None:
        titles = {source["key"]: source["title"] for source in self.match.view(self.seat).get("sources", ())}
        for s in self.match.scores():
            parts = ", ".join(f"{titles.get(source, source)} {n}" for source, n in s.parts.items() if n)
            self.say(f"{s.rank}. {s.name}: {s.total}" + (f" ({parts})" if parts else ""))

    # -- bots ------------------------------------------------------------------------------------------------------

    def bot(self, seat: int) -> None:
        name = self.bots[seat]
        if name != "random":
            self.wait_for_compiler()
        match = self.match
        action = choose(
            self.game,
            match.hidden(seat).tobytes(),
            match.box.buf,
            seat,
            name,
            f"{match.seed} {seat} {len(match.actions)}",
            interpreted=name == "random",
        )
        match.play(seat, action)

    def wait_for_compiler(self) -> None:
        if self.compiler.is_alive():
            columns = (TextColumn(_("Getting the bots ready")), BarColumn(), TaskProgressColumn())
            with Progress(*columns, console=self.console, transient=True, disable=not self.console.is_terminal) as bar:
                task = bar.add_task("", total=None)
                while self.compiler.is_alive():
                    done, total = self.done
                    bar.update(task, completed=done, total=total)
                    self.compiler.join(0.1)
        if self.failure is not None:
            raise self.failure

    # -- the person ------------------------------------------------------------------------------------------------

    def ask(self) -> None:
        """One answer of the person's, or one of her commands."""
        self.tell()
        actions = self.match.legal(self.seat)
        if len(actions) == 1:
            action = self.game.label(actions[0], self.match.context_for(self.seat))
            self.say(_("Only one action is possible: %(action)s.") % {"action": action}, style="dim")
            self.match.play(self.seat, actions[0])
            return
        view = self.match.view(self.seat)
        prompt = view.get("prompt", {})
        self.say("", self.game.board_text(view), "")
        title = prompt.get("title") or _("Your turn")
        title += "" if title.endswith("?") else "."
        self.say(f"{title} {prompt.get('hint', '')}".strip(), style="bold")
        self.show(actions, SHOWN)
        while not self.answer(self.read(), actions):
            pass

    def show(self, actions: Sequence[int], most: int = 10_000) -> None:
        legal = self.match.legal(self.seat)
        context = self.match.context_for(self.seat)
        for action in actions[:most]:
            self.say(f"{legal.index(action) + 1:4}  {self.game.label(action, context)}")
        if len(actions) > most:
            left = len(actions) - most
            more = ngettext(
                "... and %(n)s more; type words to find one, or list to see all.",
                "... and %(n)s more; type words to find one, or list to see all.",
                left,
            )
            self.say("      " + more % {"n": left})

    def read(self) -> str:
        if sys.stdin is None:  # closed by whoever started us
            raise _Quit
        try:
            text = self.console.input("> ") if self.console.is_terminal else input()
        except EOFError:
            raise _Quit from None
        return text.strip()

    def answer(self, text: str, actions: list[int]) -> bool:
        """Carry out what was typed; whether the situation is another one now."""
        word, _space, rest = text.partition(" ")
        match word.lower():
            case "":
                return False
            case "?" | "help":
                self.say(_(HELP))
            case "q" | "quit" | "exit":
                raise _Quit
            case "list":
                self.show(actions)
            case "board":
                self.say(self.board())
            case "score":
                self.score()
            case "log":
                self.tell(everything=True)
            case "undo":
                return self.undo()
            case "why":
                self.why(rest)
            case "save":
                self.save(rest)
            case _:
                return self.play(text, actions)
        return False

    def play(self, text: str, actions: list[int]) -> bool:
        found = list(self.find(text, actions))
        if len(found) == 1:
            self.asked.append(len(self.match.actions))
            self.match.play(self.seat, found[0])
            return True
        if found:
            self.show(found)
        elif text.isascii() and text.isdecimal():
            words = {"number": text, "last": len(actions)}
            self.say(_("There is no action %(number)s; they go from 1 to %(last)s.") % words)
        else:
            self.why(text)
        return False

    def find(self, text: str, actions: list[int]) -> Iterator[int]:
        """The actions that a number or words mean: exact ones, else those that contain every word."""
        if text.isascii() and text.isdecimal():
            if 1 <= int(text[:9]) <= len(actions):
                yield actions[int(text[:9]) - 1]
            return
        context = self.match.context_for(self.seat)
        names = {a: f"{self.game.actions.text(a)} {self.game.label(a, context)}".lower() for a in actions}
        exact = [a for a in actions if self.game.actions.text(a).lower() == text.lower()]
        words = text.lower().split()
        whole = [a for a, name in names.items() if set(words) <= set(name.split())]
        part = [a for a, name in names.items() if all(word in name for word in words)]
        yield from exact or whole or part

    def why(self, text: str) -> None:
        try:
            reason = self.match.why_not(self.seat, text)
        except IllegalAction:
            reason = _("No action reads like that; list shows all, and ? helps.")
        self.say(reason or _("That is possible."))

    def undo(self) -> bool:
        if not self.asked:
            self.say(_("There is nothing to take back."))
            return False
        self.match.take_back(self.asked.pop() + 1)
        self.told = len(self.match.events_for(self.seat))
        return True

    def save(self, name: str) -> None:
        if not name:
            self.say(_("Name a file: save my-match.txt"))
            return
        try:
            with Path(name).open("x", encoding="utf-8") as file:
                file.write(self.match.record())
        except (OSError, ValueError) as error:
            shown = name if name.isprintable() else repr(name)
            words = {"file": shown, "why": getattr(error, "strerror", error)}
            self.say(_("%(file)s: cannot be written (%(why)s).") % words)
        else:
            self.say(_("Written to %(file)s.") % {"file": name})


@click.command(help=N_("Play GAME in the terminal against bots."))
@click.argument("game", metavar=N_("GAME"))
@click.option("--players", type=int, help=N_("Number of players; two where possible."))
@click.option(
    "--bots",
    default="normal",
    show_default=True,
    help=N_("One bot for all, or one each: random, greedy, easy, normal, hard."),
)
@click.option("--seat", type=click.IntRange(0), default=0, show_default=True, help=N_("Your seat, counted from 0."))
@click.option("--name", help=N_("Your name.  [default: Player]"))
@click.option("--seed", help=N_("Same seed, same shuffles.  [default: a fresh one]"))
@with_box
def play(
    game: str,
    players: int | None,
    bots: str,
    seat: int,
    name: str | None,
    seed: str | None,
    box: str | None,
    options: tuple[str, ...],
) -> None:
    try:
        found = find_game(game)
        count = players if players is not None else 2 if 2 in found.players else found.players.start
        chosen = read_options(options)
        Match.new(found, count, box=box, seed=seed, options=chosen)  # says first what is wrong with these
        others = _bots(bots, count - 1)
        if seat >= count:
            words = {"seat": seat, "n": count, "last": count - 1}
            raise GalleriaError(_("There is no seat %(seat)s; with %(n)s players there are 0 to %(last)s.") % words)
        names = [f"{bot.capitalize()} {i}" for i, bot in enumerate(others, 1)]
        names.insert(seat, name if name is not None else _("Player"))
        match = Match.new(found, count, box=box, seed=seed, names=names, options=chosen)
        at = [i for i in range(count) if i != seat]
        console = Console()
        _Table(match, dict(zip(at, others, strict=True)), console).run()
    except _Quit:
        click.echo(_("You leave the match."))
    except GalleriaError as error:
        raise click.UsageError(str(error)) from error


def _bots(text: str, count: int) -> list[str]:
    bots = [bot.strip() for bot in text.split(",")]
    for bot in bots:
        check_bot(bot)
    if len(bots) == 1:
        bots *= max(count, 0)
    if len(bots) != count:
        words = {"seats": count, "bots": len(bots)}
        raise GalleriaError(_("The number of other seats is %(seats)s, the number of bots %(bots)s.") % words)
    return bots
