"""The relation between the execution mask and the masks in scalar registers, for one lane of a pixel shader.

A lane is live when it begins covered; it stops being so where it is demoted or killed. For each point of the program this finds
every combination that one lane may have there: whether it is live, and its bit in each mask. A bit has one of four values:

    ON
    OFF     not running here, as control flow has it
    HELD    not running, or not counted, because the lane is not live
    ALONE   as ON, but only in waves in which no live lane runs here: a vote of helpers among themselves

so that a whole quad (its helpers are ON or OFF) can be told from one whose helpers were left behind (HELD). Combinations, and not
a set of values for each register, are needed: after `if`, lanes return to the execution mask by the mask that was saved.

Sound by construction: whatever is not understood gives every value. If the combinations become too many, registers are taken
out of the relation, and keep a set of values of their own for live and for other lanes."""
import itertools

OFF, ON, HELD, ALONE = 0, 1, 2, 3
ANY = (OFF, ON)
RUNNING = (ON, ALONE)
MOST_ROWS = 300


def bit_and(a, b):
    return b if a == ON else a if b == ON else min(a, b)


def bit_or(a, b):
    return ON if ON in (a, b) else max(a, b)


def bit_not(a):
    """Of ALONE it is taken for ON: the lane is in the other waves."""
    return OFF if a == ON else ON


def bit_xor(a, b):
    if a == b == ON:
        return OFF
    return bit_or(a, b)


def bit_whole(a):
    """In a mask after s_wqm: the other lanes of the quad are not known."""
    return (a,) if a in RUNNING else ANY


class State:
    """`names` are the masks of the relation, the execution mask first. A row is (live, bits of the masks). `loose` has the values
    of masks outside of it: for lanes that are not live, and that are. `lanes`: the names of masks with a bit for each lane,
    not of numbers or of conditions that all lanes share. `stale` are vector registers, see flow.py. `alone`: what the condition
    code (SCC) has to be for no live lane to run here; None if it does not say."""

    def __init__(self, names, rows, loose, lanes, stale, alone=None):
        self.names, self.rows, self.loose, self.lanes, self.stale, self.alone = names, rows, loose, lanes, stale, alone

    @staticmethod
    def first():
        """Lanes that are covered run, helpers do not yet."""
        return State(("exec",), frozenset([(True, ON), (False, HELD)]), {}, frozenset(["exec"]), frozenset())

    def same(self, other):
        return (self.names == other.names and self.rows == other.rows and self.loose == other.loose and
                self.stale == other.stale and self.lanes == other.lanes)

    def has(self, name):
        return name in self.names or name in self.loose

    def values(self, row, name):
        if name in self.names:
            return (row[1 + self.names.index(name)],)
        if name in self.loose:
            return tuple(self.loose[name][row[0]])
        return ANY

    def of_helpers(self, name="exec"):
        """The values of a mask in lanes that are not live."""
        return {value for row in self.rows if not row[0] for value in self.values(row, name)}

    def keep(self, wanted):
        """Without the masks that are not in `wanted`."""
        names = tuple(name for name in self.names if name == "exec" or name in wanted)
        loose = {name: values for name, values in self.loose.items() if name in wanted}
        if names == self.names:
            return State(names, self.rows, loose, self.lanes & set(wanted) | {"exec"}, self.stale, self.alone)
        at = [0] + [1 + self.names.index(name) for name in names]
        rows = frozenset(tuple(row[i] for i in at) for row in self.rows)
        return State(names, rows, loose, self.lanes & set(wanted) | {"exec"}, self.stale, self.alone)

    def without(self, names):
        gone = set(names)
        if not any(self.has(name) for name in gone):
            return self
        return self.keep([name for name in (*self.names, *self.loose) if name not in gone])

    def loosen(self, name):
        values = {live: frozenset(row[1 + self.names.index(name)] for row in self.rows if row[0] == live) for live in (False, True)}
        state = self.without([name])
        state.loose[name] = values
        state.lanes = state.lanes | (self.lanes & {name})
        return state

    def bounded(self):
        """With few enough rows: takes out first what leaves the fewest."""
        state = self
        while len(state.rows) > MOST_ROWS and len(state.names) > 1:
            state = min((state.loosen(name) for name in state.names if name != "exec"), key=lambda one: len(one.rows))
        return state

    def assign(self, changes, lanes=None):
        """`changes` maps a mask to a function of the row that gives its possible values; all are computed before any changes.
        `lanes`: whether the masks have a bit for each lane."""
        targets = list(changes)
        names = self.names + tuple(name for name in targets if name not in self.names)
        count, rows = 1 + len(self.names), set()
        places = [1 + names.index(name) for name in targets]
        for row in self.rows:
            wide = list(row) + [OFF] * (1 + len(names) - count)
            for values in itertools.product(*(changes[name](row) for name in targets)):
                for place, value in zip(places, values):
                    wide[place] = value
                rows.add(tuple(wide))
        loose = {name: values for name, values in self.loose.items() if name not in changes}
        marked = self.lanes | set(targets) if lanes else self.lanes - set(targets) | {"exec"}
        return State(names, frozenset(rows), loose, marked, self.stale, self.alone).bounded()

    def where(self, name, unwanted):
        """Where no lane has this value in the mask; the state itself if that cannot be told from a row."""
        if name not in self.names:
            return self
        at = 1 + self.names.index(name)
        return State(self.names, frozenset(row for row in self.rows if row[at] != unwanted), self.loose, self.lanes, self.stale)


def join(a, b):
    """What holds whether control comes from one or the other."""
    if a is None or b is None:
        return a or b
    loose_names = [n for n in (*a.names, *a.loose) if a.has(n) and b.has(n) and n != "exec" and (n in a.loose or n in b.loose)]
    for name in loose_names:
        a = a.loosen(name) if name in a.names else a
        b = b.loosen(name) if name in b.names else b
    common = [name for name in a.names if name in b.names] + [name for name in a.loose if name in b.loose]
    lanes, stale = a.lanes | b.lanes, a.stale | b.stale
    a, b = a.keep(common), b.keep(common)
    at = [0] + [1 + b.names.index(name) for name in a.names]
    rows = a.rows | frozenset(tuple(row[i] for i in at) for row in b.rows)
    loose = {name: {live: a.loose[name][live] | b.loose[name][live] for live in (False, True)} for name in a.loose}
    return State(a.names, rows, loose, (lanes & set(common)) | {"exec"}, stale).bounded()
