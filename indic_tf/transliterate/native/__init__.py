"""Words in Latin letters → native ones: mujhe pachees hazaar rupaye मुझे पच्चीस हज़ार रुपये.

The way back of `transliterate`, for words of the language itself. What letters are typed for which sounds is a table
(`data/typed.tsv`), which words there are and how often they are said and follow each other is counted
(`data/native`). English words stay; what nobody knows is written letter by letter. Nothing is loaded before the first
question.
"""

from .sentences import Natives, natives

__all__ = ["Natives", "natives"]
