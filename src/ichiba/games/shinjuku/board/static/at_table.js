// The score pad of Shinjuku, for people who play the printed game. It scores as the engine does: see scoring.py.

/**
 * @typedef {{goods: string[], sets: string[], points: number[]}} Numbers
 * @typedef {Record<string, number>} Sheet
 */

/**
 * The parts of each player's score and the winners.
 * @param {Numbers} numbers
 * @param {Sheet} _shared
 * @param {Sheet[]} players
 */
export function score(numbers, _shared, players) {
  const sets = players.map((sheet) => setsOf(numbers, sheet, sheet.bonus));
  const parts = sets.map((counts) =>
    Object.fromEntries(
      counts.map((count, place) => [numbers.sets[place], count * numbers.points[place]]),
    ),
  );
  const totals = parts.map((part) => Object.values(part).reduce((sum, one) => sum + one, 0));
  return { parts, totals, winners: winners(numbers, totals, players) };
}

/**
 * By size, from 1: the number of sets. A bonus token always goes to the good with the fewest customers.
 * @param {Numbers} numbers
 * @param {Sheet} sheet
 * @param {number} bonus
 */
function setsOf(numbers, sheet, bonus) {
  const columns = numbers.goods
    .map((good) => (sheet[good] ?? 0) + 2 * (sheet[`${good}2`] ?? 0))
    .sort((a, b) => a - b);
  for (let token = 0; token < bonus; token += 1) {
    columns[0] += 1;
    columns.sort((a, b) => a - b);
  }
  return columns.map((height, place) => height - (columns[place - 1] ?? 0)).reverse();
}

/**
 * The players with the most points. If tied, the first to claim bonus tokens; if none of them did, larger sets.
 * @param {Numbers} numbers
 * @param {number[]} totals
 * @param {Sheet[]} players
 */
function winners(numbers, totals, players) {
  const best = Math.max(...totals);
  const tied = totals.map((_, seat) => seat).filter((seat) => totals[seat] === best);
  const claims = tied.map((seat) => players[seat].claimed || Infinity);
  const first = Math.min(...claims);
  if (tied.length < 2 || first < Infinity)
    return tied.filter((_, place) => claims[place] === first);
  const rows = tied.map((seat) => setsOf(numbers, players[seat], 0).reverse());
  const most = rows.reduce((one, other) => (isLess(one, other) ? other : one));
  return tied.filter((_, place) => !isLess(rows[place], most));
}

/**
 * Whether the first difference of two rows is for the other one.
 * @param {number[]} one
 * @param {number[]} other
 */
function isLess(one, other) {
  const place = one.findIndex((count, at) => count !== other[at]);
  return place >= 0 && one[place] < other[place];
}
