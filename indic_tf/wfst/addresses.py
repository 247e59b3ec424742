"""Electronic addresses in running text: any word can stand in one, so they are found by their dots and domains.

Payment addresses (rahul@okaxis) have no dot: they are found by the provider behind the "at". Providers that are also
known as firms (Paytm) need a word such as "UPI", money or send near them, a number, or an "at the rate", since people
work at firms.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice, pairwise

from ..document import Range, Span, Token
from ..scripts import fold
from .address_edges import PAYEE
from .address_parts import Said, is_partly
from .address_starts import AddressStarts
from .wire import SEPARATORS

_IP_PARTS, _IP_NUMBERS = 4, 256
_WORDS_OF_HOST = 4
_LETTERS_OF_DOMAIN = 3
_SURE_ENDING = 2  # letters: কমে is a verb, কমলৈ nothing else
_HOST_REACH = 8  # words from an "at" to the first dot behind it: "i r c t c dot"
_PAYMENT_REACH = 8  # words between "UPI" and the address: "my UPI ID for the shop is"


class Addresses(AddressStarts):
    """Finds e-mail addresses and hosts in one language."""

    def spans(self, words: Sequence[str]) -> list[Span]:
        """Every address in ``words``, left to right; a part of one may be written already: "rahul@gmail dot com"."""
        if not any(map(is_partly, words)) or not any(fold(word) in self._sign_words for word in words):
            return self._spans(words)
        said = Said(words, self._written)
        found = ((span, words[slice(*span.words)]) for span in said.written(self._spans(said.words)))
        return [span for span, whole in found if self._is_mail(whole, span) and self._is_signed(whole)]

    def _is_signed(self, words: Sequence[str]) -> bool:
        """False where a word stands before what is written already, and no sign is said between: "see amazon.in"."""
        pairs = pairwise(words)
        return not any(is_partly(b) and not is_partly(a) and fold(a) not in self._sign_words for a, b in pairs)

    def _is_mail(self, words: Sequence[str], span: Span) -> bool:
        """False for an "at" before a written host that is rather a preposition: "he works at booking.com"."""
        name, at, _ = span.token.fields.get("address", "").partition("@")
        if not at or any("@" in word for word in words) or not is_partly(words[-1]):
            return True
        has_letters = any(map(str.isalpha, name))
        return (has_letters and not name.isalpha()) or any(fold(word) in self._names for word in words)

    def _spans(self, words: Sequence[str]) -> list[Span]:
        has_dots = any(fold(word) in self._dots for word in words)
        plain, endings = self._without_endings(words) if has_dots else (words, dict[int, str]())
        dotted = [*self._networks(plain), *self._ranges(plain)] if has_dots else []
        found: list[Span] = []
        ats = self._signs["at"].ranges(plain)
        said = {(start, end): [*words[start : end - 1], plain[end - 1]] for start, end in dotted}
        said |= {(at, end): self._as_handle(plain[name:end]) for at, name, end in self._names_alone(plain, ats)}
        for range_, paid, ending in self._payments(plain, ats):
            said[range_] = paid
            endings |= {range_[1] - 1: ending} if ending else {}
        for (start, end), spelled in said.items():
            if end - 1 not in endings and (bare := self._words.bare(spelled[-1], self._endings)):
                said[start, end], endings[end - 1] = [*spelled[:-1], bare[0]], bare[1]
        for start, end in sorted(said, key=lambda found: (found[0], -found[1])):
            if not found or found[-1].words[1] <= start:
                found += self._span(words, (start, end), said[start, end], endings.get(end - 1, ""))
        return found

    def _span(self, words: Sequence[str], place: Range, said: Sequence[str], ending: str) -> Iterator[Span]:
        """The address that ``said`` spell, the words at ``place``; a scheme before it and a name behind it perhaps."""
        start, end = place
        begin = start if "@" in said else self._behind_scheme(words, start)
        start, said = begin, [*words[begin:start], *said]
        token = self._address(said)
        if token is None and words[start + 1].isdecimal():  # a name in letters that are not put into Latin ones
            start, said = start + 1, said[1:]
            token = self._address(said)
        if token is None and (sign := max((at for _, at in self._signs["at"].ranges(said)), default=0)):
            start, said = start + sign, said[sign:]  # "the menu is at" a host with a path, which no mailbox has
            token = self._address(said) if len(said) > 1 else None
        if token is None:
            return
        others = self._others(said, token)
        end, profile = self._profile(words, end)
        start, scheme = (start, "") if "@" in token.fields["address"] else self._schemes.before(words, start)
        fields = {**token.fields, "address": scheme + token.fields["address"] + profile}
        if scheme or profile:
            others = tuple(scheme + other + profile for other in others)
        yield Span((start, end), Token(token.kind, fields | ({"suffix": ending} if ending else {})), others=others)

    def _behind_scheme(self, words: Sequence[str], start: int) -> int:
        """Where the host behind "https colon slash slash" begins, if nothing but words of a name stand there."""
        for begin in range(start, max(0, start - _WORDS_OF_HOST), -1):
            if self._schemes.before(words, begin)[1]:
                return begin
            if not self._words.is_free(words[begin - 1 : begin]):
                break
        return start

    def _profile(self, words: Sequence[str], end: int) -> tuple[int, str]:
        """Where "slash at the rate" and a name behind a host end, and what is written for them: /@desicoder."""
        at = self._signs["slash"].at(words, end)
        name = self._signs["at"].at(words, at)
        last = self._end_of_name(words, self._words.end_of_name(words, name)) if end < at < name else end
        token = self._address(self._as_handle(words[name:last])) if last > name else None
        return (last, "/" + token.fields["address"]) if token else (end, "")

    def _as_handle(self, name: Sequence[str]) -> list[str]:
        """A name behind a sign that is no number: Hindi एट is an eight, too."""
        return [SEPARATORS["at"], *name]

    def _address(self, words: Sequence[str]) -> Token | None:
        sign = SEPARATORS["at"] if words[0] == SEPARATORS["at"] else ""
        words = words[len(sign) :]
        token = self._grammar.address(self._words.latin(words)) or self._grammar.address(words)
        return token and Token(token.kind, {**token.fields, "address": sign + token.fields["address"]})

    def _others(self, words: Sequence[str], token: Token) -> tuple[str, ...]:
        """Spellings of an address that are nearly as likely."""
        made = (self._address(others) for others in self._words.others(words))
        texts = (found.fields["address"] for found in made if found)
        return tuple(dict.fromkeys(text for text in texts if text != token.fields["address"]))

    def _without_endings(self, words: Sequence[str]) -> tuple[Sequence[str], dict[int, str]]:
        """``words`` with domains bare that have a case ending behind a dot (टாட் காமுக்கு), and these endings."""
        plain, endings = list(words), {}
        for dot, place in self._signs["dot"].ranges(words):
            free = place < len(words) and self._domains.at(words, place) == place
            if free and not self._is_numeral(words[place]):  # or a decimal's point
                for stem, ending in self._stems(words[place], self._has_host(words, dot)):
                    plain[place], endings[place] = stem, ending
                for last, stem, ending in self._in_letters(words, place) if place not in endings else ():
                    plain[last], endings[last] = stem, ending
        return plain, endings

    def _in_letters(self, words: Sequence[str], start: int) -> Iterator[tuple[int, str, str]]:
        """Where the last letter of a domain that is said in letters stands (ஓ ஆர் ஜிக்கு), its name and its ending."""
        for last in range(start + 1, min(len(words), start + _LETTERS_OF_DOMAIN)):
            if not words[last]:
                return
            bare = self._endings.bare(words[last])
            yield from (
                (last, *one) for one in bare if self._domains.at([*words[start:last], one[0]], 0) > last - start
            )

    def _has_host(self, words: Sequence[str], dot: int) -> bool:
        """True for a dot behind a known name, "studio" or two English words, or not far behind an "at": other dots are
        spots on paper (ডট কমে, "fewer dots")."""
        near = words[max(0, dot - _HOST_REACH) : dot]
        known = (
            bool(self._web.ranges(near))
            or self._domains.before(words, dot) < dot
            or self._words.is_host(words[max(0, dot - 2) : dot])
        )
        return known or bool(self._signs["at"].ranges(near))

    def _stems(self, word: str, has_host: bool) -> Iterator[tuple[str, str]]:
        """The domain that ``word`` is with an ending, and that ending, if it is one behind a host, or one that is
        nothing else (org; com with a longer ending); the same for other last parts of hosts, and of files."""
        bare = [*self._endings.bare(word)]
        short, long = (self._domains, self._domains) if has_host else (self._plain, self._clear)
        domains = (
            (stem, ending) for stem, ending in bare if (short if len(ending) < _SURE_ENDING else long).at([stem], 0)
        )
        others = ((stem, ending) for stem, ending in bare if self._words.is_last_part(stem))
        yield from islice(chain(domains, others), 1)

    def _ranges(self, words: Sequence[str]) -> Iterator[Range]:
        """A dot and a known domain, and what belongs to them on both sides."""
        position = 1
        while position < len(words):
            dot = self._signs["dot"].at(words, position)
            signs: tuple[str, ...] = ("dot", "dash")
            domain = self._domains.at(words, dot)
            if position < dot == domain:
                domain, of_file = self._words.end_of_unlisted(words, dot)
                signs = ("dot", "dash", "underscore") if of_file else signs
            if words[position - 1] and position < dot < domain:
                start, position = position, self._end(words, domain)
                if not self._is_before_host(words, position):
                    yield self._start(words, start, signs), position
            else:
                position += 1

    def _networks(self, words: Sequence[str]) -> Iterator[Range]:
        """Four numbers below 256 with dots between: an IP address."""
        numerals = [self._is_numeral(word) for word in words]
        for start in (i for i, numeral in enumerate(numerals) if numeral and not (i and numerals[i - 1])):
            place = start
            for _ in range(_IP_PARTS - 1):
                place = self._signs["dot"].at(words, self._digits_end(words, place))
            ends = range(self._digits_end(words, place), place, -1)
            yield from islice(((start, end) for end in ends if self._is_network(words[start:end])), 1)

    def _digits_end(self, words: Sequence[str], start: int) -> int:
        """Where the number words that begin at ``start`` end."""
        return next((i for i in range(start, len(words)) if not self._is_numeral(words[i])), len(words))

    def _is_network(self, words: Sequence[str]) -> bool:
        token = self._grammar.address(words)
        parts = token.fields["address"].split(".") if token else []
        return len(parts) == _IP_PARTS and all(part.isdecimal() and int(part) < _IP_NUMBERS for part in parts)

    def _is_before_host(self, words: Sequence[str], end: int) -> bool:
        """True for the name before an "at": a host stands behind that, and no "noon"."""
        end = self._digits_end(words, end)  # "dot help twenty four at"
        at = self._signs["at"].at(words, end)
        near = range(at + 1, min(at + _HOST_REACH, len(words)))
        return at > end and any(self._signs["dot"].at(words, place) > place for place in near)

    def _payments(self, words: Sequence[str], ats: Sequence[Range]) -> Iterator[tuple[Range, list[str], str]]:
        """A name or number, an "at", and who pays; with the words to spell, and a case ending."""
        for position in sorted({start for start, _ in ats} - {0}):
            at = self._signs["at"].at(words, position)
            if not words[position - 1] or at == len(words):
                continue
            payer = self._payers.at(words, at)
            if payer is not None:
                start = self._payee(words, position)
                if not payer.firm or at > position + 1 or self._is_paid(words, (start, position), payer.end):
                    yield (start, payer.end), [*words[start:at], *payer.words], payer.ending

    def _payee(self, words: Sequence[str], at: int) -> int:
        """Where a name or number before an "at" begins."""
        start = self._local_part(words, at, PAYEE)
        return start + (self._words.is_stop(words[start]) and at - start > 1)

    def _is_paid(self, words: Sequence[str], place: Range, end: int) -> bool:
        """True if a firm behind the "at" of a payee at ``place`` is one that pays: "UPI" is said before or behind, or
        what pays is a number."""
        start, payee = place[0], words[slice(*place)]
        behind = "" if self._words.is_latin else words[end : end + _PAYMENT_REACH]  # he is good at upi payments
        bare = [stem for word in behind if word for stem, _ in self._endings.bare(word)]
        near = [*words[max(0, start - _PAYMENT_REACH) : start], "", *behind, "", *bare]
        signed = any(fold(word) in self._sign_words for word in payee)
        return signed or bool(self._payment.ranges(near)) or self._are_numbers(payee) or self._words.is_shop(payee)

    def _end(self, words: Sequence[str], end: int) -> int:
        """Further parts of the host, then a path; no "slash at the rate"."""
        for names in (("dot",), ("slash", "dot", "underscore", "dash")):
            while (after := self._after_sign(words, end, names)) > end and after < len(words) and words[after]:
                if self._signs["at"].at(words, after) > after + 1:
                    break
                end = max(self._domains.at(words, after), after + 1)
                if "slash" in names:
                    is_number = self._is_numeral(words[after])
                    end = self._words.end_of_number(words, after) if is_number else self._digits_end(words, end)
        return end

    def _after_sign(self, words: Sequence[str], position: int, names: Sequence[str]) -> int:
        return max(self._signs[name].at(words, position) for name in names)

    def _names_alone(self, words: Sequence[str], ats: Sequence[Range]) -> Iterator[tuple[int, int, int]]:
        """An "at the rate" and a name, or an "at" and a name with an underscore or after "Instagram": a handle, where
        its "at" stands, where its name begins and ends."""
        for at, start in ats:
            end = self._words.end_of_handle(words, at, start) if start < len(words) else start
            if end > start and not self._is_before_host(words, at):
                yield at, start, self._end_of_name(words, end)

    def _end_of_name(self, words: Sequence[str], end: int) -> int:
        while (after := self._after_sign(words, end, ("dot", "underscore", "dash"))) > end and after < len(words):
            if not words[after]:
                break
            end = after + 1
        return self._digits_end(words, end)
