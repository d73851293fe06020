"""The front door: everything a bot, hook or command does, it does through here."""
