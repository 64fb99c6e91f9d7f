"""A second ruleset beside Dark Age: the same rules under another name and version."""

from dataclasses import replace

from pbm.rulesets.darkage import RULESET as DARKAGE

RULESET = replace(DARKAGE, name="twin", title="The Twin", version="7")
