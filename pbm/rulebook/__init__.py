"""The rulebook of a game, as PDF and as HTML: the text that the game brings, and what its own declarations say.

blocks      what a chapter is made of
text        chapters read from Markdown
cards       a card for each action, from its declaration
examples    cases that are run when the book is made
first_turn  first sheets that are rehearsed when the book is made
volume      the whole book, and its index
forms       the book on paper and as a page
"""
