"""Everything people and bots do at tables: lobby, moves, chat, clocks, stand-ins, leaving."""
