// The score pad of Tsukiji, for people who play the printed game. It scores as the engine does: see scoring.py.

/**
 * @typedef {{products: string[], market: string[], ranks: number[], addend: number, divisor: number, special: Record<string, number>}} Numbers
 * @typedef {Record<string, number>} Sheet
 */

/**
 * The parts of each player's score and the winners; or a problem with what was entered.
 * @param {Numbers} numbers
 * @param {Sheet} shared
 * @param {Sheet[]} players
 */
export function score(numbers, shared, players) {
  const ranks = numbers.market.map((product) => shared[`rank_${product}`]);
  if (new Set(ranks).size < ranks.length) return { problem: "ranks" };
  const special = shared.special_points ? bonuses(numbers, shared, players) : [];
  const parts = players.map((sheet, seat) => {
    /** @type {Sheet} */
    const part = { money: sheet.money };
    for (const product of numbers.market)
      part[product] = sheet[product] * numbers.ranks[shared[`rank_${product}`] - 1];
    part.maguro = Math.floor((sheet.maguro * (sheet.maguro + numbers.addend)) / numbers.divisor);
    return { ...part, ...special[seat] };
  });
  const totals = parts.map((part) => Object.values(part).reduce((sum, one) => sum + one, 0));
  return { parts, totals, winners: winners(totals, players) };
}

/**
 * By player: the bonuses of the variant.
 * @param {Numbers} numbers
 * @param {Sheet} shared
 * @param {Sheet[]} players
 */
function bonuses({ products, market, special }, shared, players) {
  const last = market.find((product) => shared[`rank_${product}`] === market.length);
  const most = (/** @type {string} */ name) => Math.max(...players.map((sheet) => sheet[name]));
  const has = (/** @type {Sheet} */ sheet, /** @type {string} */ name) =>
    sheet[name] > 0 && sheet[name] === most(name);
  return players.map((sheet) => {
    const cards = products.map((product) => sheet[product]);
    return {
      diverse: Math.min(...cards) >= special.diverse_cards ? special.diverse : 0,
      specialised: Math.max(...cards) >= special.specialised_cards ? special.specialised : 0,
      popular: has(sheet, last) ? special.popular : 0,
      safe: has(sheet, "yakuza") ? special.safe : 0,
    };
  });
}

/**
 * The players with the most yen; if tied, with the most unused special tickets.
 * @param {number[]} totals
 * @param {Sheet[]} players
 */
function winners(totals, players) {
  const best = Math.max(...totals);
  const tied = totals.map((_, seat) => seat).filter((seat) => totals[seat] === best);
  const unused = Math.max(...tied.map((seat) => players[seat].unused));
  return tied.filter((seat) => players[seat].unused === unused);
}
