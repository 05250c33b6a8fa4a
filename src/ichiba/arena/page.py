"""The report of a contest as one HTML file, with its charts and style inside."""

from html import escape

from ichiba.arena import charts
from ichiba.arena.html import document, section, table, wide
from ichiba.arena.report import Line, Report
from ichiba.core.registry import load
from ichiba.core.words import Words


def page(found: Report) -> str:
    """The whole report."""
    title = f"{load(found.game).title}: bots with {found.players} players"
    sections = [_ratings(found), _matrix(found)]
    if found.shows_groups:
        sections.append(_groups(found))
    sections += [_scores(found), _lengths(found), _thinking(found)]
    return document(title, [_about(found), *sections])


def _about(found: Report) -> str:
    kind = (
        "Each deal was played with every group of bots in every seating."
        if found.duplicate
        else "Every game was a new deal, and the bots changed seats."
    )
    deals = "1 deal" if found.deals == 1 else f"{found.deals} different deals"
    told = f"{found.games} games, {deals}, seed {found.seed}. {kind}"
    if found.against is not None:
        told += f" Each bot played alone against {found.against} in all other seats."
    if not found.balanced:
        told += " The contest was stopped early, so some bots had a seat more often than others."
    options = ", ".join(f"{name}={value}" for name, value in found.options.items())
    return f"<p>{escape(told)}</p>" + (f"<p>Options: {escape(options)}</p>" if options else "")


def _ratings(found: Report) -> str:
    rows = [
        [
            bot.name,
            f"{bot.rating:.0f}",
            "fixed" if bot.name == found.anchor else f"{bot.low:.0f} to {bot.high:.0f}",
            f"{line.wins:g} of {line.games}",
            f"{line.win_rate:.0%}",
        ]
        for bot, line in zip(found.ratings, found.bots, strict=True)
    ]
    told = (
        "A bot with 400 points more finishes ahead ten times as often, and one with 100 points "
        f"more 64% of the time. The rating of {found.anchor} is fixed, and the others are "
        "relative to it."
    )
    below = table(["Bot", "Rating", "95% interval", "Wins", "Share"], rows)
    return section("Ratings", told, charts.ratings(found.ratings) + below)


def _matrix(found: Report) -> str:
    names = [bot.name for bot in found.bots]
    pairs = {(pair.first, pair.second): pair for pair in found.pairs}
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    rows = []
    for name in names:
        cells = []
        for other in names:
            pair = pairs.get((name, other))
            if pair is None:
                cells.append("<td>–</td>")
                continue
            cells.append(
                f'<td class="share" style="--share: {100 * pair.share:.0f}">{pair.share:.0%}'
                f'<br><small class="muted">{pair.low:.0%} to {pair.high:.0%}</small></td>'
            )
        rows.append(f'<tr><th scope="row">{escape(name)}</th>{"".join(cells)}</tr>')
    matrix = (
        f'<table><thead><tr><th scope="col">Bot</th>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )
    times = sorted({pair.games for pair in found.pairs})
    met = str(times[0]) if len(times) == 1 else f"{times[0]} to {times[-1]}"
    told = (
        "How often the bot on the left finishes ahead of the one at the top, with the 95% "
        f"interval. Games of each pair: {met}."
    )
    return section("Who beats whom", told, wide("Who beats whom", matrix))


def _groups(found: Report) -> str:
    rows = []
    for group in found.groups:
        for share in group.shares if group.games else ():
            rows.append(
                [
                    ", ".join(group.bots) if share is group.shares[0] else "",
                    str(group.games) if share is group.shares[0] else "",
                    share.name,
                    f"{round(share.wins, 2):g}",
                    f"{share.win_rate:.0%}",
                    f"{share.low:.0%} to {share.high:.0%}",
                    f"{share.fair:.0%}",
                ]
            )
    head = ["At the table", "Games", "Bot", "Wins", "For each seat", "95% interval", "Fair share"]
    told = "How often a bot wins. A victory shared by two players counts as half for each."
    return section("Wins by table", told, table(head, rows))


def _scores(found: Report) -> str:
    def cells(bot: Line) -> list[str]:
        row = bot.scores
        points = (row.least, row.quarter, row.median, row.three_quarters, row.most)
        return [bot.name, f"{row.mean:.1f}", *(f"{point:g}" for point in points)]

    head = ["Bot", "Mean", "Lowest", "Quarter", "Median", "Three quarters", "Highest"]
    below = table(head, map(cells, found.bots))
    told = "The box holds the middle half of the scores, and the thick line is the median."
    return section("Scores", told, charts.scores(found.bots) + below)


def _lengths(found: Report) -> str:
    opening = load(found.game).new(found.players, seed=0, **found.options).view(None)
    unit = "rounds" if "round" in opening else "turns"
    row = found.rounds
    told = f"Median {row.median:g} {unit}, from {row.least} to {row.most}."
    if row.least == row.most:
        told = f"All games had {row.most} {unit}."
    told += f" All players together made {found.decisions.mean:.0f} decisions in a game on average."
    if found.endings:
        words = Words()
        ends = [
            f"{words.say(f'{found.game}.ending.{way}')}: {times}"
            for way, times in found.endings.items()
        ]
        told += f" How games ended: {', '.join(ends)}."
    chart = charts.lengths(found.lengths, unit) if len(found.lengths) > 1 else ""
    return section("Length of games", told, chart)


def _thinking(found: Report) -> str:
    rows = [
        [bot.name, f"{bot.milliseconds:.3g}", f"{bot.longest:.3g}", str(bot.decisions)]
        for bot in found.thinking
    ]
    told = "The bar is the mean, and the line reaches to the longest. The scale is logarithmic."
    below = table(["Bot", "Mean (ms)", "Longest (ms)", "Decisions"], rows)
    return section("CPU time of a decision", told, charts.thinking(found.thinking) + below)
