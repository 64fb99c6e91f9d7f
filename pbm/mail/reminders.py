"""Mail that no letter asked for: reminders to those whose orders have not come, and news of the deadline."""

import datetime as dt

from pbm.errors import GameError
from pbm.mail.answer import extension_mail, reminder_mail
from pbm.mail.calendar import deadline
from pbm.mail.counter import Desk
from pbm.mail.sets import expected, missing


def remind(desk: Desk, within: int) -> tuple[list[str], list[str]]:
    """Queue a reminder to everyone missing, once for each deadline; say who was reminded and who has no address."""
    due = deadline(desk.game, desk.turn)
    if not due:
        raise GameError(f"{desk.game.name} keeps no calendar: give it a [calendar] in game.toml, with first = a date.")
    if not desk.now <= due <= desk.now + dt.timedelta(days=within):
        return [], []
    absent = missing(desk.game, desk.turn)
    for power in absent:
        if to := desk.addresses.get(power):
            mail = reminder_mail(desk.game.name, desk.turn, desk.name(power), due, desk.post.address)
            desk.outbox.queue(desk.turn, power, f"reminder-{due:%Y%m%d}", mail, to, desk.now)
    reminded = [power for power in absent if power in desk.addresses]
    return reminded, [power for power in absent if power not in desk.addresses]


def tell_of_extension(desk: Desk, due: dt.datetime) -> list[str]:
    """Queue word of the new deadline to everyone with an address."""
    told = [power for power in expected(desk.game, desk.turn) if power in desk.addresses]
    for power in told:
        mail = extension_mail(desk.game.name, desk.turn, due)
        desk.outbox.queue(desk.turn, power, f"deadline-{due:%Y%m%d}", mail, desk.addresses[power], desk.now)
    return told
