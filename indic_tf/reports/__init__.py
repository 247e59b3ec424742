"""Scores as pages: one self-contained HTML file from any number of results, pictures for papers.

Everything is made from what ``indic-tf evaluate … --json`` writes, so that a page that is made at once and one that is
made from files of last week are the same.
"""
