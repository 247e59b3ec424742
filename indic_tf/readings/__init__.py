"""What the numbers of a text are: rules propose readings, a judge chooses among them.

    words ─rules→ candidates ─features→ scores ─best path→ Choice

A rule knows what words may mean by themselves; the judge, fitted on labelled text, knows what they mean here.
"""
