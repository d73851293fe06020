"""How our command groups behave: whole sentences in their help, a default command."""

from __future__ import annotations

import click


class CommandGroup(click.Group):
    """A group whose help shows the whole first sentence of each command.

    With `default_command`, that command runs when none is named.
    """

    default_command = ""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the default command before options that stand alone."""
        named = any(not word.startswith("-") for word in args[:1])
        if self.default_command and not named and "--help" not in args[:1]:
            args = [self.default_command, *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is named.

        Raises:
            NoSuchCommand: there is none of that name; those that are like it are told.
        """
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            likely = self.list_commands(ctx)
            raise click.NoSuchCommand(error.command_name, possibilities=likely, ctx=ctx) from None

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a fault in its options is told as that command's."""
        try:
            return super().invoke(ctx)
        except click.BadOptionUsage as error:
            command = self.get_command(ctx, ctx.invoked_subcommand or "")
            if error.ctx is None and command is not None:
                error.ctx = click.Context(command, ctx, ctx.invoked_subcommand)
            raise

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands; click alone would cut each sentence to what fits one line."""
        rows = []
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command is not None and not command.hidden:
                rows.append((name, command.get_short_help_str(limit=1000)))
        with formatter.section("Commands"):
            formatter.write_dl(rows)
