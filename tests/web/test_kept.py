from collections import deque
from weakref import ref

from hypothesis import given
from hypothesis import strategies as st

from galleria.web.kept import Kept


@given(st.lists(st.integers(0, 9)), st.integers(1, 4))
def test_what_is_kept_is_what_would_be_made_and_the_latest_is_not_made_again(keys: list[int], size: int) -> None:
    kept: Kept[str] = Kept(size)
    latest: deque[int] = deque(maxlen=size)
    made: list[int] = []

    def make(key: int) -> str:
        made.append(key)
        return f"piece {key}"

    for key in keys:
        before = len(made)
        assert kept.get(key, lambda key=key: make(key)) == f"piece {key}"
        assert len(made) == before or key not in latest
        if key in latest:
            latest.remove(key)
        latest.append(key)


def test_what_nobody_asks_for_is_forgotten() -> None:
    kept: Kept[int] = Kept(10)
    for key in range(1000):
        kept.get(key, lambda: 0)
    made: list[int] = []
    kept.get(0, lambda: made.append(0) or 0)
    assert made == [0]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 5))), st.integers(1, 8))
def test_what_is_made_of_something_else_is_made_anew(asked: list[tuple[int, int, int]], size: int) -> None:
    kept: Kept[str] = Kept(size, len)
    for key, made_of, length in asked:
        assert kept.get((key, length), lambda m=made_of, n=length: f"{m}" * n, made_of) == f"{made_of}" * length


def test_what_pieces_are_made_of_does_not_stay_in_memory() -> None:
    class Large:
        def __repr__(self) -> str:
            return "Large()"

    large, kept = Large(), Kept[str](10, len)
    gone = ref(large)
    assert kept.get("key", lambda: "piece", large) == "piece"
    del large
    assert gone() is None
    assert kept.get("key", lambda: "another", Large()) == "piece"


def test_pieces_count_by_their_weight() -> None:
    kept: Kept[str] = Kept(10, len)
    made: list[str] = []

    def get(key: str, made_of: int = 0) -> None:
        kept.get(key, lambda: made.append(key) or key, made_of)

    for made_of in range(100):
        get("four", made_of)  # only the latest has a weight
    get("five5")
    get("four", 99)
    assert made[100:] == ["five5"]
    get("a long one")
    get("another one")
    get("four", 99)
    assert made[101:] == ["a long one", "another one", "four"]
