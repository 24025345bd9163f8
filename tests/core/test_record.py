"""Records: two faces of the same bytes."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from galleria.core import Array, Record, array, int8, int16, int32, int64
from galleria.core.record import RecordArray

INTS = (np.int8, np.int16, np.int32, np.int64)


class Inner(Record):
    small: int8
    large: int64


class Outer(Record):
    first: int8
    row: Array[int16] = array(int16, 3)
    grid: Array[int8] = array(int8, 2, 3)
    inner: Inner
    inners: Array[Inner] = array(Inner, 2)
    last: int32


def bounds(kind: Any) -> tuple[int, int]:
    info = np.iinfo(kind)
    return int(info.min), int(info.max)


def random_value(draw: Any, kind: Any) -> int:
    return int(draw(st.integers(*bounds(kind))))


@st.composite
def layouts(draw: Any, depth: int = 2) -> type[Record]:
    """A record class with up to five fields of any kind."""
    annotations: dict[str, Any] = {}
    namespace: dict[str, Any] = {"__annotations__": annotations, "__module__": __name__}
    for i in range(draw(st.integers(1, 5))):
        kind = draw(st.sampled_from(INTS))
        shape = draw(st.sampled_from(["plain", "row", "grid", "record", "records"] if depth else ["plain", "row"]))
        name = f"f{i}"
        if shape.startswith("record"):
            kind = draw(layouts(depth=depth - 1))
        annotations[name] = kind if shape in ("plain", "record") else Array
        if shape in ("row", "records"):
            namespace[name] = array(kind, draw(st.integers(1, 4)))
        elif shape == "grid":
            namespace[name] = array(kind, draw(st.integers(1, 3)), draw(st.integers(1, 3)))
    return type("Layout", (Record,), namespace)


def fill(draw: Any, record: Any) -> None:
    """Random values into every field, through the Python view."""
    for name in record._fields:
        value = getattr(record, name)
        if isinstance(value, Record):
            fill(draw, value)
        elif isinstance(value, RecordArray):
            for item in value:
                fill(draw, item)
        elif isinstance(value, memoryview):
            kind = {"b": np.int8, "h": np.int16, "i": np.int32, "q": np.int64}[value.format]
            for index in np.ndindex(value.shape):
                value[index if len(index) > 1 else index[0]] = random_value(draw, kind)
        else:
            setattr(record, name, random_value(draw, type(record).dtype[name].type))


def as_numpy(value: Any) -> Any:
    """What NumPy reads from the same bytes, in the form of `as_dict`."""
    if value.dtype.names:
        if value.shape:
            return [as_numpy(item) for item in value]
        return {name: as_numpy(value[name]) for name in value.dtype.names}
    return value.tolist()


@given(st.data())
def test_both_faces_agree_and_bytes_round_trip(data: st.DataObject) -> None:
    layout = data.draw(layouts())
    record = layout.new()
    fill(data.draw, record)
    assert record.size == len(record.tobytes()) == layout.dtype.itemsize
    assert as_numpy(record.buffer().view(layout.dtype)[0]) == record.as_dict()
    again = layout.of(bytearray(record.tobytes()))
    assert again == record
    assert again.as_dict() == record.as_dict()
    copied = record.copy()
    fill(data.draw, copied)
    assert again == record
    record.assign(copied)
    assert record == copied


@pytest.mark.parametrize("kind", INTS)
def test_a_store_that_does_not_fit_raises(kind: Any) -> None:
    record_type: Any = type("One", (Record,), {"__annotations__": {"x": kind, "xs": Array}, "xs": array(kind, 2)})
    record = record_type.new()
    low, high = bounds(kind)
    record.x, record.xs[1] = low, high
    assert (record.x, list(record.xs)) == (low, [0, high])
    for wrong in (low - 1, high + 1):
        with pytest.raises((ValueError, OverflowError)):
            record.x = wrong
        with pytest.raises((ValueError, OverflowError)):
            record.xs[0] = wrong
    with pytest.raises(TypeError):
        record.x = 1.5
    assert (record.x, list(record.xs)) == (low, [0, high])


def test_fields_share_memory_with_the_buffer() -> None:
    record = Outer.new()
    record.inners[1].large = 7
    record.grid[1, 2] = 5
    view = record.buffer().view(Outer.dtype)[0]
    assert view["inners"][1]["large"] == 7
    assert view["grid"][1, 2] == 5
    view["row"][0] = -3
    assert record.row[0] == -3


def test_scalars_are_plain_ints() -> None:
    assert type(Outer.new().first) is type(Outer.new().row[0]) is type(Outer.new().grid[0, 0]) is int


def test_records_are_copied_into_their_places() -> None:
    outer, inner = Outer.new(), Inner.new()
    inner.large = 2**40
    outer.inner = inner
    outer.inners[0] = inner
    inner.large = 0
    assert outer.inner.large == outer.inners[0].large == 2**40
    assert outer.inners[1].large == 0


def test_a_subclass_begins_with_the_fields_of_its_base() -> None:
    class More(Inner):
        extra: int16

    assert list(More._fields) == ["small", "large", "extra"]
    for name in Inner._fields:
        assert More.dtype.fields[name][1] == Inner.dtype.fields[name][1]  # type: ignore[index]
    assert "extra" not in Inner._fields


def test_indices_outside_an_array_raise() -> None:
    record = Outer.new()
    with pytest.raises(IndexError):
        record.row[3]
    with pytest.raises(IndexError):
        record.inners[2]
    with pytest.raises(IndexError):
        record.grid[2, 0]


def test_a_buffer_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="Inner takes 16 bytes, got 15"):
        Inner.of(bytearray(15))


def test_records_of_different_kinds_are_never_equal() -> None:
    class Same(Record):
        small: int8
        large: int64

    assert Inner.new() != Same.new()
    assert Inner.new() == Inner.new()
    with pytest.raises(TypeError):
        hash(Inner.new())


def test_the_text_form_names_the_fields() -> None:
    assert repr(Inner.new()) == "Inner(small=0, large=0)"


@pytest.mark.parametrize("kind", [float, int, list, np.uint8, None])
def test_other_types_are_no_fields(kind: Any) -> None:
    with pytest.raises(TypeError, match=r"Bad\.x: a field is int8, int16, int32, int64, a Record or array"):
        type("Bad", (Record,), {"__annotations__": {"x": kind}})


@pytest.mark.parametrize("shape", [(), (0,), (2, -1)])
def test_an_array_needs_lengths(shape: tuple[int, ...]) -> None:
    with pytest.raises(TypeError, match="one or more lengths of at least 1"):
        array(int8, *shape)


def test_arrays_of_records_have_one_dimension() -> None:
    with pytest.raises(TypeError, match="x: arrays of records have one dimension"):
        type("Bad", (Record,), {"__annotations__": {"x": Array}, "x": array(Inner, 2, 2)})


@pytest.mark.parametrize("name", ["size", "copy", "of", "new", "buffer", "tobytes", "_fields"])
def test_no_field_takes_the_place_of_a_member(name: str) -> None:
    with pytest.raises(TypeError, match=rf"Bad\.{name}: every record has a member {name}; give the field another name"):
        type("Bad", (Record,), {"__annotations__": {name: np.int8}, "__module__": __name__})
