"""Records: a game state is one flat block of memory with named fields.

A `Record` subclass declares its fields once and gets two faces of the same bytes: a NumPy dtype, which compiled
rules see as a native struct, and a light Python view in which scalars are plain `int`s. The view casts the buffer
with `memoryview`, so a store that does not fit its field raises instead of wrapping.
"""

import inspect
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Self, TypeVar, cast, overload

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    int8 = int
    int16 = int
    int32 = int
    int64 = int
else:
    int8, int16, int32, int64 = np.int8, np.int16, np.int32, np.int64

Buffer = NDArray[np.uint8]
"""The raw bytes of one record: shape (itemsize,), uint8, C-contiguous."""

_CODES: dict[int, Literal["b", "h", "i", "q"]] = {1: "b", 2: "h", 4: "i", 8: "q"}
T = TypeVar("T")


class Array(Generic[T]):
    """Type of an array field. At run time a memoryview (scalars) or a `RecordArray`; in compiled code a NumPy array.

    Two-dimensional arrays are indexed with a pair, `a[i, j]`: that is what both modes understand.
    """

    def __getitem__(self, index: Any) -> T:
        raise NotImplementedError

    def __setitem__(self, index: Any, value: T) -> None:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError

    def __iter__(self) -> Iterator[T]:
        raise NotImplementedError


class _ArrayField:
    def __init__(self, kind: type, shape: tuple[int, ...]) -> None:
        self.kind, self.shape = kind, shape


@overload
def array(kind: type[T], length: int, /) -> Array[T]: ...
@overload
def array(kind: type[T], rows: int, columns: int, /) -> Array[T]: ...
def array(kind: type[Any], /, *shape: int) -> Any:
    """Declare an array field: `hand: Array[int8] = array(int8, 4)`."""
    if not shape or min(shape) < 1:
        raise TypeError(f"an array field needs one or more lengths of at least 1, got {shape}")
    return _ArrayField(kind, shape)


class RecordArray:
    """The Python view of an array of records. Assigning to an element copies the bytes."""

    __slots__ = ("_items", "_kind", "_offset", "_whole")

    def __init__(self, kind: type["Record"], whole: "Record", offset: int, count: int) -> None:
        self._kind, self._whole, self._offset = kind, whole, offset
        self._items: list[Record | None] = [None] * count

    def __getitem__(self, index: int) -> Any:
        item = self._items[index]
        if item is None:
            place = index if index >= 0 else index + len(self._items)
            item = self._items[index] = self._kind._part(self._whole, self._offset + place * self._kind.size)
        return item

    def __setitem__(self, index: int, value: "Record") -> None:
        self[index].assign(value)

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self._items)))


class Record:
    """Base of all records; a subclass starts with the fields of its base. Fields are annotated in order.

    class Seat(Record):
        points: int16
        hand: Array[int8] = array(int8, 4)
        market: Market                      # a nested record
    """

    dtype: ClassVar[np.dtype[np.void]] = np.dtype([])
    size: ClassVar[int] = 0
    """Bytes of one record, padding included."""
    _fields: ClassVar[dict[str, Any]] = {}
    _codes: ClassVar[tuple[tuple[str, int], ...]] = ()
    """Format and size of the scalars in it."""

    __slots__ = ("_casts", "_kids", "_memory")

    if TYPE_CHECKING:
        _memory: memoryview
        _casts: dict[str, Any]
        _kids: dict[str, Any]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        fields = dict(cls._fields)
        for name, hint in inspect.get_annotations(cls, eval_str=True).items():
            if getattr(hint, "__origin__", None) is ClassVar or hint is ClassVar:
                continue
            if hasattr(Record, name):
                raise TypeError(f"{cls.__name__}.{name}: every record has a member {name}; give the field another name")
            default = cls.__dict__.get(name)
            fields[name] = default if isinstance(default, _ArrayField) else hint
        cls._fields = fields
        cls.dtype = np.dtype([(name, *_described(cls, name, kind)) for name, kind in fields.items()], align=True)
        cls.size = cls.dtype.itemsize
        cls._codes = tuple((_CODES[n], n) for n in sorted(set().union(*map(_sizes, fields.values()))))
        for name, kind in fields.items():
            offset = cls.dtype.fields[name][1]  # type: ignore[index]
            setattr(cls, name, _accessor(name, kind, int(offset)))

    @classmethod
    def of(cls, buffer: Any) -> Self:
        """The record in `buffer` (writable bytes, exactly `size` of them), sharing its memory."""
        memory = memoryview(buffer).cast("B")
        if len(memory) != cls.size:
            raise ValueError(f"{cls.__name__} takes {cls.size} bytes, got {len(memory)}")
        return cls._over(memory, {code: memory.cast(cast("Any", code)) for code, _ in cls._codes})

    @classmethod
    def new(cls) -> Self:
        """A zeroed record with memory of its own."""
        return cls.of(np.zeros(cls.size, np.uint8))

    @classmethod
    def _over(cls, memory: memoryview, casts: dict[str, Any]) -> Self:
        self = cls.__new__(cls)
        self._memory, self._casts, self._kids = memory, casts, {}
        return self

    @classmethod
    def _part(cls, whole: "Record", offset: int) -> Self:
        end = offset + cls.size
        views = whole._casts
        casts = {code: views[code][offset // size : end // size] for code, size in cls._codes}
        return cls._over(whole._memory[offset:end], casts)

    def tobytes(self) -> bytes:
        """The bytes of the record, `size` long."""
        return self._memory.tobytes()

    def assign(self, other: "Record") -> None:
        """Copy all bytes of a record of the same kind."""
        self._memory[:] = other._memory

    def copy(self) -> Self:
        """An independent record with the same bytes."""
        return self.of(bytearray(self._memory))

    def buffer(self) -> Buffer:
        """The record's memory as a uint8 array (shared, not copied)."""
        return np.frombuffer(self._memory, np.uint8)

    def as_dict(self) -> dict[str, Any]:
        """All fields as plain Python values; nested records become dicts, arrays become lists."""
        return {name: _plain(getattr(self, name)) for name in self._fields}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and type(other) is type(self) and self._memory == other._memory

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.as_dict().items())})"


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.as_dict()
    if isinstance(value, RecordArray):
        return [item.as_dict() for item in value]
    return value.tolist() if isinstance(value, memoryview) else value


def _described(cls: type[Record], name: str, kind: Any) -> tuple[Any, ...]:
    if isinstance(kind, _ArrayField):
        return (*_described(cls, name, kind.kind), kind.shape)
    if isinstance(kind, type) and issubclass(kind, Record):
        return (kind.dtype,)
    if kind in (np.int8, np.int16, np.int32, np.int64):
        return (np.dtype(kind),)
    raise TypeError(
        f"{cls.__name__}.{name}: a field is int8, int16, int32, int64, a Record or array(...), not {kind!r}"
    )


def _sizes(kind: Any) -> set[int]:
    """Sizes of the scalars in a field."""
    if isinstance(kind, _ArrayField):
        return _sizes(kind.kind)
    return {size for _, size in kind._codes} if issubclass(kind, Record) else {np.dtype(kind).itemsize}


def _accessor(name: str, kind: Any, offset: int) -> Any:
    if isinstance(kind, _ArrayField):
        return _array_accessor(name, kind, offset)
    if issubclass(kind, Record):

        def nested(self: Record) -> Any:
            if name not in self._kids:
                self._kids[name] = kind._part(self, offset)
            return self._kids[name]

        return property(nested, lambda self, value: nested(self).assign(value))
    size = np.dtype(kind).itemsize
    code, index = _CODES[size], offset // size

    def get(self: Record) -> int:
        return cast(int, self._casts[code][index])

    def put(self: Record, value: int) -> None:
        self._casts[code][index] = value

    return property(get, put)


def _array_accessor(name: str, field: _ArrayField, offset: int) -> Any:
    kind, shape = field.kind, field.shape
    if issubclass(kind, Record) and len(shape) > 1:
        raise TypeError(f"{name}: arrays of records have one dimension")
    count = int(np.prod(shape))

    def make(self: Record) -> Any:
        if issubclass(kind, Record):
            return RecordArray(kind, self, offset, count)
        size = np.dtype(kind).itemsize
        view = self._casts[_CODES[size]][offset // size : offset // size + count]
        return view if len(shape) == 1 else view.cast("B").cast(_CODES[size], shape)

    def get(self: Record) -> Any:
        if name not in self._kids:
            self._kids[name] = make(self)
        return self._kids[name]

    return property(get)
