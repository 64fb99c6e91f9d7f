"""What a letter says besides its sheet, its messages and its requests: only a person can read that."""

from collections.abc import Sequence

from pbm.reading.courtesy import speaks
from pbm.reading.language import Reader
from pbm.reading.letter import Text
from pbm.reading.recall import Correspondence
from pbm.reading.sheet import read_sheet


def said_beside(texts: Sequence[Text], reader: Reader, earlier: Correspondence) -> list[str]:
    """The sender's own sentences that have no place on a sheet."""
    typed = [text for text in texts if not text.form]
    read = [text for text in typed if not text.spare] or typed
    return [line for text in read for line in read_sheet(text, reader, earlier).beside if speaks(line)]
