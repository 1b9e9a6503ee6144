"""The games: what each hand is worth, how it is typed, real games to replay, and the contract of them all."""
