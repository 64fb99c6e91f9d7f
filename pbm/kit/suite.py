"""The general suites. A package of tests takes them all with `from pbm.kit.suite import *`."""

from pbm.kit.suites.determinism import *  # noqa: F403
from pbm.kit.suites.forms import *  # noqa: F403
from pbm.kit.suites.garbage import *  # noqa: F403
from pbm.kit.suites.leaks import *  # noqa: F403
from pbm.kit.suites.registry import *  # noqa: F403
from pbm.kit.suites.rehearsal import *  # noqa: F403
from pbm.kit.suites.replay import *  # noqa: F403
from pbm.kit.suites.sheets import *  # noqa: F403
