from collections import deque

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
