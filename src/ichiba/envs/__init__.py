"""The games in the words of other tools: PettingZoo, Gymnasium and OpenSpiel.

Each module needs the extra with its name: `pip install "ichiba[pettingzoo]"`.
"""
