"""The sentences of a card that are the same for every benchmark."""

from __future__ import annotations

READ = """\
## Reading it

```python
from datasets import load_dataset

rows = load_dataset("{folder}", "{name}", split="{split}")
```

The first argument is the repository or the local folder. `sha256sum -c checksums.sha256` checks all files."""

COLUMNS = "## Columns\n\nLabels are numbers of names (`ClassLabel`).\n\n"

BUILT = {
    "hand": """\
Rows were written for each class: what is said, all the ways to write it that are right, and texts that must
not change (`none`). Classes are in the column `kind`.""",
    "text": """\
**Text.** Passages with markup, hardly any letters, no marks or far too many are dropped. Brackets, emojis and list
numbers go; what stands behind the last sentence end goes. Passages with sentences over 80 words, mostly commas,
numbers or another script are dropped.""",
    "punctuation": """\
**punctuation.** Marks are taken off and become labels: `, ;` comma, `. ! । ॥ ۔` end, `?` question. Which periods
end a sentence is learnt from each source. Words are in lower case.""",
    "itn": """\
**itn.** Sentences of 4 to 40 words with figures. The spoken side is made by the grammar of `indic-tf` from what the
author wrote; only sentences whose figures it can all say are taken. References are the author's writing, the
grammar's default style, and words for whole numbers below ten. No marks on either side.""",
    "itn-by-class": """\
**itn-by-class.** Rows of `itn` with figures of one class only, as many of each class as there are, up to a limit:
rare classes count as much as frequent ones. Classes that the text lacks are missing.""",
    "disfluency": """\
**disfluency.** Fluent passages into which fillers, repetitions, corrections and cut-off words were put by rule, 2
to 12 in 100 words; 15 % of the passages stay fluent. Tags after Tan et al. (2021). Doublings that are grammar stay,
and are not tagged.""",
    "asr-noise": """\
**asr-noise.** Passages with the errors of a recogniser put in by rule: words lost, misheard as others that sound
alike, joined, split. `spoken` is what was said, `words` what was heard, `labels` what it should get.""",
    "splits": """\
**Splits.** A document is never in two splits; where a source does not say what its documents are, runs of up to 50
neighbouring lines count as one. Test and validation passages that are near-duplicates of a training passage
(Jaccard coefficient of character 4-grams of 0.7 or more) are left out.""",
    "guard": """\
The model that ships with `indic-tf` was trained on text. All passages were compared with it, by sentences of five
words or more: `trained`: at least half of the words stand there word for word; `near`: near-duplicates counted too;
`dev`: half of them stand in passages that thresholds were set on; `no`: none of this.""",
    "no guard": """\
**Not known.** The passages were not compared with the training text of any model: the recipe names none
(`trained_on`). Scores of a model that was trained on them say nothing.""",
    "leave-out": """\
`trained` and `near` passages are in no validation or test split. Documents that are mostly such went to train;
those in other documents were left out. The lines with a split's name count them.""",
    "mark": """\
Nothing was left out: the column `seen` says what each row is. **Report scores without the rows that your model was
trained on.**""",
    "baselines": """\
`built-in`: the formatter of `indic-tf` as it ships. `none`: its number grammar alone, no model. Intervals are 95 %
by bootstrap over rows. Rows are a random choice of the test split. PER and error rates: less is better.""",
}

USE = {
    True: """\
## Intended use

Comparing systems that put marks into, write the numbers of, and clean up recognised speech in these languages. Tune
on validation, report on test. No measure of how a person speaks or writes.""",
    False: """\
## Intended use

Comparing systems that write numbers, dates, codes … as people write them, class by class. There is no training
split, and nothing should be tuned on these rows. A system is right where it writes one of the references.""",
}

LIMITS = {
    True: """\
## Known limits

* The text is written, not transcribed: spoken language has other sentences, and more of them are broken.
* Disfluencies and recogniser errors are made by rule. They show how a system stands up to them, not how frequent
  they are.
* The spoken side of numbers is the grammar's, one way to say each; people say many. What the grammar cannot say is
  not there, which flatters systems that share it.
* Commas are a matter of taste, and sources differ.
* Labels were read off the text by rule; nobody checked them one by one. -1 stands where the rules do not know.
* The text is as its writers left it, with their names and opinions; nothing personal was looked for or taken out.""",
    False: """\
## Known limits

* Rows were written for the test, class by class: shares of classes are not those of speech.
* Several ways of writing are listed where the authors thought of them; a right one may be missing.
* No passage is longer than a few sentences.""",
}

AGAIN = """\
## Making it again

    indic-tf publish recipe.yaml

`recipe.yaml` has every choice (folders by their last name: put your own paths in), the seed is {seed}. The same
recipe, text and versions give the same bytes; `benchmark.json` has the versions and all counts. Baselines may
differ in the last digit from machine to machine."""
