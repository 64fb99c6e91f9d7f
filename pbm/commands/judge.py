"""A turn judged for another program."""

import sys

import click


@click.command()
def judge() -> None:
    """Judge one turn for another program: reads it as JSON from standard input, and prints what came of it as JSON.

    Nothing is read from the disk or kept there. `pbm schema request` and `pbm schema judgement` show both forms.
    Without a position the request is the set-up of a new game. The next turn's request has the position and the journal
    of this judgement. The exit code is 0 if the turn was judged, and 1 if not, with the reason on standard error.

    Example: pbm judge < request.json > judgement.json
    """
    import msgspec

    from pbm.record.judging import judge as judged
    from pbm.record.judging import read_request

    made = judged(read_request(sys.stdin.buffer.read()))
    click.echo(msgspec.json.format(msgspec.json.encode(made), indent=1))
