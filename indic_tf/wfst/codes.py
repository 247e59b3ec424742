"""Semiotic classes of characters rather than amounts: telephone numbers, codes, addresses, fixed abbreviations."""

from __future__ import annotations

import string
from collections.abc import Sequence
from functools import cache

import pynini
import regex

from ..languages import Language
from .figures import Figures, cut, forms_by
from .fst import LATIN_DIGITS, Fst, Spelling, any_of, cost, digit, join, maybe, nothing, one_of, put
from .lexicon import Lexicon
from .numbers import through_marks
from .parts import NumberFst
from .quantities import words
from .romanize import romanized
from .wire import SEPARATORS, VALUE_SPACE

LETTER_COST, LETTER_O_COST = 0.2, 0.5  # "o" among digits is a zero
KNOWN_SHAPE = 1.0
ITEM_COST = 0.4  # so that "twenty five" is one item of a number read in pairs, not two
_LIKELY = -0.4  # ten digits that begin as a telephone number does are one, not a sum
_GROUP = 4
_NAMED_ALIKE = {"P": "B", "T": "D", "B": "P", "D": "T"}  # where one name is said for both (பி), `letters` has one
_KNOWN = -0.02  # letters of a known name are rather that than the beginning of a code
_ACRONYM = 6  # letters of a name that is written as one word
_CAPITALS = regex.compile(r"[A-Z0-9]+")
_LATIN = "Latin"
_PARTS = regex.compile(r"[A-Za-z]|[0-9]+")  # what is said one after the other: "h one n one", "n ninety five"


class TelephoneFst:
    """नौ आठ डबल सात … ⇄ 9877…: digits read one by one or in pairs. Which of them are a number is for the judge."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def spoken(self, number: NumberFst) -> Fst:
        gap = number.spelling.gap
        item = cost(number.call("code_item"), ITEM_COST)
        named = "plus_sign" if self.language.forms("words", name="plus_sign") else "plus"
        plus = maybe(join(words(self.language, number.spelling, named), put("+"), gap))
        run = join(item, pynini.closure(join(gap, item), 1))
        if not number.spelling.generating:
            second = any_of(item, cost(number.call("three_digits"), ITEM_COST))
            free = join(cost(number.call("toll_free"), ITEM_COST), gap, second, pynini.closure(join(gap, item)))
            run = any_of(run, free)
        return join(put("digits="), plus, run, put(" kind=telephone"))

    def written(self, figures: Figures) -> Fst:
        kind = any_of(cut(" kind=telephone"), cut(" kind=serial"))
        if figures.style is None:
            number = cost(figures.plainly(_telephone_numbers()), _LIKELY)
            return join(cut("digits="), number, cut(" kind=telephone"))
        foreign = pynini.accep("+91") + put(" ") + digit() ** 10
        free = pynini.accep("1800") + put(" ") + digit() ** 3 + put(" ") + digit() ** (3, 4)
        plain = any_of(cost(join(maybe(pynini.accep("+")), pynini.closure(digit(), 1)), 0.1), foreign, free)
        fours = digit() ** _GROUP + pynini.closure(put(" ") + digit() ** _GROUP, 1)
        grouped = join(figures.plainly(fours), cut(f" groups={_GROUP}"))
        return join(cut("digits="), any_of(figures.plainly(plain), grouped), kind)


def _telephone_numbers() -> Fst:
    """Numbers that can only be a telephone number, with the spaces and hyphens that people put into them."""
    gap = maybe(any_of(put(" "), put("-")))
    spaced = join(gap, digit())
    mobile = join(one_of("6789"), spaced**9)
    foreign = join(pynini.accep("+91"), spaced**10)
    landline = join(pynini.accep("0"), spaced**10)
    free = join(pynini.accep("1800"), spaced ** (6, 7))
    return any_of(mobile, foreign, landline, free).optimize()


class SerialFst:
    """डी एल तीन सी ए बी एक दो तीन चार ⇄ DL3CAB1234: letters and digits; दो पॉइंट चार पॉइंट एक ⇄ 2.4.1: a version.

    The judge is told by the shapes of the `serials` table.
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        rows = [(row["letter"], row["form"]) for row in language.table("letters")]
        self.letters = forms_by([*rows, *((c, c.lower()) for c in string.ascii_uppercase)])

    def spoken(self, number: NumberFst) -> Fst:
        spelling, gap = number.spelling, number.spelling.gap
        said = [(form, c) for c, forms in self._said(spelling.generating).items() for form in forms]
        others, o = spelling.rows(row for row in said if row[1] != "O"), spelling.rows(r for r in said if r[1] == "O")
        letter = any_of(cost(others, LETTER_COST), cost(o, LETTER_O_COST))
        item = cost(number.call("code_item"), ITEM_COST)
        if spelling.generating:
            return join(put("code="), any_of(_mixed(letter, item, gap), self._version(number)), put(" kind=serial"))
        letters = join(letter, pynini.closure(join(gap, letter)))
        mixed = join(letters, gap, item, pynini.closure(join(gap, any_of(item, letter))))
        digits_first = join(
            item, pynini.closure(join(gap, item)), gap, letter, pynini.closure(join(gap, any_of(item, letter)))
        )
        counted = cost(number.call("below_10000"), 0.1)
        forms = [
            *(mixed, digits_first, self._of_known_shape(number, any_of(others, o))),
            *(join(letters, gap, counted, maybe(join(gap, letters))), join(counted, gap, letters)),
            join(letters, gap, item, gap, letters, gap, cost(counted, 0.7)),
            self._version(number),
        ]
        return join(put("code="), any_of(*forms), put(" kind=serial"))

    def _version(self, number: NumberFst) -> Fst:
        """Three numbers or more with points between: no decimal has two points."""
        gap, one = number.spelling.gap, number.call("digit")
        part = any_of(number.call("small"), cost(join(one, gap, one), 0.2))
        more = join(gap, words(self.language, number.spelling, "point"), gap, put("."), part)
        return join(part, pynini.closure(more, 2))

    @staticmethod
    def _of_known_shape(number: NumberFst, letter: Fst) -> Fst:
        """PAN and IFSC, where the place says whether "o" is a letter or a zero."""
        gap, one = number.spelling.gap, number.call("digit")
        pan = _spaced(gap, [letter] * 5 + [one] * 4 + [letter])
        ifsc = _spaced(gap, [letter] * 4 + [one] * 7)
        return cost(any_of(pan, ifsc), KNOWN_SHAPE)

    def _said(self, generating: bool) -> dict[str, list[str]]:
        """Letters and pairs of letters that are read as one (TN); only single letters are generated."""
        return {c: forms[:1] for c, forms in self.letters.items() if len(c) == 1} if generating else self.letters

    def written(self, figures: Figures) -> Fst:
        letter, number = one_of(string.ascii_uppercase), digit()
        small = any_of(number, join(one_of(LATIN_DIGITS[1:]), number))
        version = join(small, pynini.closure(join(pynini.accep("."), small), 2))
        if figures.style:
            code = any_of(pynini.closure(any_of(letter, number), 1), version)
        else:
            code = any_of(
                version,
                join(pynini.closure(letter, 1), number, pynini.closure(any_of(letter, number))),
                join(pynini.closure(number, 1), letter, pynini.closure(any_of(letter, number))),
            )
        return join(cut("code="), code, cut(" kind=serial"))


def _spaced(gap: Fst, parts: Sequence[Fst]) -> Fst:
    """``parts`` one behind the other, with a gap between them."""
    return join(parts[0], *(piece for part in parts[1:] for piece in (gap, part)))


def _mixed(letter: Fst, item: Fst, gap: Fst) -> Fst:
    """Any sequence of letters and digits."""
    either = any_of(letter, item)
    return join(either, pynini.closure(join(gap, either)))


class ElectronicFst:
    """राहुल डॉट शर्मा ऐट जीमेल डॉट कॉम ⇄ rahul.sharma@gmail.com."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.domains = forms_by((row["written"], row["form"]) for row in language.table("domains"))
        self.names = forms_by((row["latin"], row["form"]) for row in language.table("names") if row["latin"])
        rows = [(row["letter"], row["form"]) for row in language.named_letters]
        self.letters = forms_by((letter.lower(), form) for letter, form in rows)

    def spoken(self, number: NumberFst) -> Fst:
        spelling, gap = number.spelling, number.spelling.gap
        latin = pynini.closure(one_of(string.ascii_lowercase), 1)
        pieces = [spelling.coded(self.domains), cost(latin, 0.3), cost(number.call("digit"), 0.1)]
        pieces.append(nothing() if spelling.generating else cost(spelling.coded(self.names), 0.1))
        if not spelling.generating:
            text = pynini.closure(one_of(string.ascii_lowercase + LATIN_DIGITS + "._-"), 1)
            letter = spelling.coded(self.letters)
            pieces += [
                cost(text, 0.8),
                cost(number.call("below_10000"), 0.2),
                cost(letter, 0.2),
                cost(pynini.closure(letter, 2, _ACRONYM), 0.4),  # पीएम
                cost(number.call("code_item"), 0.2),
            ]
            pieces.append(cost(romanized(self.language), 1.0))
        # "tvio" is said as it stands rather than as two domains
        piece = cost(any_of(*pieces), 0.4 if spelling.generating else 0.2)
        separators = (join(words(self.language, spelling, name), put(sign)) for name, sign in SEPARATORS.items())
        link = any_of(gap, join(gap, cost(any_of(*separators), 0.05), gap))
        address = join(piece, pynini.closure(join(link, piece)))
        handle = join(cost(words(self.language, spelling, "at"), 0.1), put("@"), gap, address)
        return join(put("address="), any_of(address, handle), put(" kind=electronic"))

    def written(self, figures: Figures) -> Fst:
        word = pynini.closure(one_of(string.ascii_lowercase + LATIN_DIGITS + "_-"), 1)
        dotted = join(word, pynini.closure(join(pynini.accep("."), word)))
        host = join(word, pynini.closure(join(pynini.accep("."), word), 1))
        path = pynini.closure(join(pynini.accep("/"), maybe(pynini.accep("@")), dotted))
        scheme = maybe(any_of(pynini.accep("https://"), pynini.accep("http://")))
        mail = join(dotted, pynini.accep("@"), host)
        handle = join(pynini.accep("@"), dotted)
        providers = [row["written"] for row in self.language.table("domains") if row["role"]]
        payment = join(dotted, pynini.accep("@"), any_of(*map(pynini.accep, providers)))
        named = [mail, payment, handle, join(scheme, host, path)]
        if figures.style is None:  # a bare host is read if its last part is one that we know
            last = [pynini.accep(written) for written in self.domains if written.isalpha()]
            known = join(word, pynini.closure(join(pynini.accep("."), word)), pynini.accep("."), any_of(*last), path)
            named = [mail, payment, handle, known if last else nothing()]
        return join(cut("address="), any_of(*named), cut(" kind=electronic"))


class WhitelistFst:
    """डॉक्टर (before a name) ⇄ डॉ.; ए टी एम ⇄ ATM; एम पी थ्री ⇄ MP3: words that are always written short."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.rows = [
            (row["form"], row["written"].replace(" ", VALUE_SPACE), row.choice("when", ("", "name")))
            for row in language.table("whitelist")
        ]
        self._letters = forms_by((row["letter"], row["form"]) for row in language.table("letters"))
        acronyms = {row["written"]: False for row in language.table("acronyms")}
        terms = reversed(language.table("terms"))  # of two rows the language's own, which comes first, counts
        self.terms = acronyms | {r["written"]: r.choice("numbers", ("", "any")) == "any" for r in terms}

    def spoken(self, number: NumberFst) -> Fst:
        spelling = number.spelling
        lettered = self._lettered() if spelling.generating else set()
        rows = [row for row in self.rows if not (row[1] in lettered and row[0].isascii())]
        fields = ((f"text={text}" + (f" when={when}" if when else ""), form) for form, text, when in rows)
        said_apart = dict.fromkeys(sorted(lettered - self.terms.keys()), False) | self.terms
        numbers = {own: self._number_words(spelling, own) for own in {*said_apart.values()}}

        @cache
        def said(part: str, own: bool) -> Fst:
            return self._letter(part, spelling) if part.isalpha() else _said_figures(part, spelling, numbers[own])

        named = ((_PARTS.findall(term), own) for term, own in said_apart.items())
        terms = [join(put("text="), _in_a_row([said(part, own) for part in parts], spelling)) for parts, own in named]
        listed = cost(spelling.coded(forms_by(fields)), 2 * _KNOWN)  # of two names that are said alike
        return join(any_of(listed, cost(any_of(*terms), _KNOWN)), put(" kind=whitelist"))

    def _lettered(self) -> set[str]:
        """CM, 5G: what is listed in Latin letters only, and is said by the names of its letters in another script."""
        if self.language.script == _LATIN:
            return set()
        return {text for form, text, _ in self.rows if form.isascii() and _CAPITALS.fullmatch(text)}

    def _letter(self, letter: str, spelling: Spelling) -> Fst:
        capital = letter.upper()
        named = self._letters.get(capital) or self._letters.get(_NAMED_ALIKE.get(capital, ""), [])
        return join(put(letter), spelling.words([*named, letter.lower()]))

    def _number_words(self, spelling: Spelling, own: bool) -> Fst:
        """English number words up to 99 as figures, and the language's ``own`` at a price."""
        lexicon = Lexicon(self.language, spelling)
        known = any_of(lexicon.english(range(10), 1), lexicon.english(range(10, 100)))
        if own:
            words = any_of(lexicon.pairs(range(1, 10), "", 1, 1), lexicon.below_100("final", lowest=10))
            known = any_of(known, cost(words, 0.1))
        return known

    def written(self, figures: Figures) -> Fst:
        each = dict.fromkeys([*((text, when) for _, text, when in self.rows), *((term, "") for term in self.terms)])
        fields = (f"text={text}" + (f" when={when}" if when else "") for text, when in each)
        pairs = [(f, text.replace(VALUE_SPACE, " ")) for f, (text, _) in zip(fields, each, strict=True)]
        if not pairs:
            return nothing()
        return join(pynini.string_map([(pynini.escape(a), pynini.escape(b)) for a, b in pairs]), cut(" kind=whitelist"))


def _said_figures(figures: str, spelling: Spelling, numbers: Fst) -> Fst:
    """As one number or figure by figure; in English, and with the language's own words where they will do."""
    one_by_one = [(numbers @ through_marks(pynini.accep(figure))).optimize() for figure in figures]
    whole = numbers @ through_marks(pynini.accep(figures))
    return any_of(whole, cost(_in_a_row(one_by_one, spelling), 0.3)) if len(figures) > 1 else whole


def _in_a_row(said: Sequence[Fst], spelling: Spelling) -> Fst:
    """Words one after the other."""
    return join(said[0], *(part for each in said[1:] for part in (spelling.gap, each)))
