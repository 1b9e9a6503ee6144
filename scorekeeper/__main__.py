"""The project's one command, in a checkout `manage.py`: with `serve`, it starts the app; alone, it lists the rest."""

import os
import sys

from django.core.management import ManagementUtility, get_commands, load_command_class
from django.utils.translation import gettext as _

from scorekeeper import __version__
from scorekeeper.host.commands import explain
from scorekeeper.web import configuration
from scorekeeper.web.configuration import COMMAND, ConfigurationError


class Utility(ManagementUtility):
    """Django's dispatcher, which also finds Django's own commands but lists only ours."""

    def main_help_text(self, commands_only: bool = False) -> str:
        """Return the list of our commands, each with a line of help unless only the names are asked for."""
        ours = sorted(name for name, app in get_commands().items() if app == "scorekeeper")
        if commands_only:
            return "\n".join(ours)
        width = max(map(len, ours))
        usage = _("Usage: {command} COMMAND [options]").format(command=self.prog_name)
        helps = (f"  {name:{width}}  {load_command_class('scorekeeper', name).help}" for name in ours)
        more = _("`{command} COMMAND --help` says more about a command.").format(command=self.prog_name)
        return "\n".join([usage, "", *helps, "", more])


def main() -> None:
    """Run a command, or say the app's version. What an operator can mend is one line on stderr and exit 1."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    os.umask(0o077)  # what a command writes is for its own user only
    arguments = [COMMAND, *sys.argv[1:]]
    try:
        if "--version" in arguments or arguments[1:] == ["version"]:
            print(__version__)
        else:
            for line in configuration.unknown():
                print(line, file=sys.stderr)
            Utility(arguments).execute()
        flush()
    except BrokenPipeError:  # the reader left early, as `head` does
        sys.exit(1)
    except ConfigurationError as error:
        sys.exit(str(error))
    except Exception as error:
        line = explain(error)
        if not line or "--traceback" in sys.argv:
            raise
        sys.exit(line)
    finally:
        try:
            flush()
        except OSError:  # it would fail at exit again
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def flush() -> None:
    """Write what is still buffered; at exit, it would be too late to say why that failed. Some have no stdout."""
    if sys.stdout is not None:
        sys.stdout.flush()


if __name__ == "__main__":
    main()
