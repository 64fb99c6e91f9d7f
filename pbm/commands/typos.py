"""How well slips of the pen are noticed."""

import click


@click.command(short_help="How well slips of the pen are noticed.")
@click.argument("ruleset")
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed makes other slips.")
@click.option("--quick", is_flag=True, help="Reading alone: no receipts, which take most of the time.")
def typos(ruleset: str, seed: int, quick: bool) -> None:
    """Put one slip of the pen into every word of clean sheets, and count what is noticed and suggested.

    Example: pbm typos darkage --seed 1
    """
    from pbm.ruleset import load
    from pbm.summary import lay_out
    from pbm.typos import table

    click.echo(lay_out(table(load(ruleset), seed, receipts=not quick)))
