// Drawing markets and the score pad of Tokyo Tsukiji Market, for people who play the printed game. Markets are drawn
// as in setup.py, and scores are those of ending.py.

/**
 * @typedef {Object} Numbers
 * @property {Record<string, [number, number]>} counts by number of players: fish and external markets to draw
 * @property {Record<string, boolean>} fish whether each belongs to the expansion
 * @property {Record<string, boolean>} external
 * @property {Record<string, number>} least players for each external market
 * @property {string[]} recommended
 * @property {string[]} shunned
 * @property {{name: string, fish: string, worth: number}[]} tokens
 * @property {number} column
 * @property {number} snapper_overfished
 * @property {number} nori
 * @property {number} resource
 * @property {[number, number]} highest
 * @property {[number, number]} lowest
 * @property {number} overfishing
 * @property {number} loan
 * @property {number} interest
 * @property {number} step
 * @typedef {Record<string, number>} Sheet
 */

/**
 * Takes this many random elements out of a list.
 * @param {string[]} list
 * @param {number} count
 * @param {() => number} random
 */
function take(list, count, random) {
  const taken = [];
  while (taken.length < count && list.length)
    taken.push(...list.splice(Math.floor(random() * list.length), 1));
  return taken;
}

/**
 * The markets in play, chosen at random.
 * @param {Numbers} numbers
 * @param {number} players
 * @param {Set<string>} on options
 * @param {() => number} random from 0 to below 1
 */
export function draw(numbers, players, on, random) {
  const [fish, external] = numbers.counts[players];
  return [
    ...drawFish(numbers, fish, on, random),
    "ships",
    ...drawExternal(numbers, players, external, on, random),
  ];
}

/**
 * @param {Numbers} numbers
 * @param {number} wanted
 * @param {Set<string>} on
 * @param {() => number} random
 */
function drawFish(numbers, wanted, on, random) {
  const staple = on.has("jack_staple") ? "jack_mackerel" : "mackerel";
  const pool = Object.keys(numbers.fish).filter(
    (one) => one !== staple && (on.has("expansion") || !numbers.fish[one]),
  );
  const chosen = on.has("beginner") ? numbers.recommended.slice(0, wanted) : [];
  const shunned = on.has("beginner") ? numbers.shunned : [];
  const free = pool.filter((one) => !chosen.includes(one) && !shunned.includes(one));
  return [staple, ...chosen, ...take(free, wanted - chosen.length, random)];
}

/**
 * The two Aquariums come together and count as one.
 * @param {Numbers} numbers
 * @param {number} players
 * @param {number} wanted
 * @param {Set<string>} on
 * @param {() => number} random
 */
function drawExternal(numbers, players, wanted, on, random) {
  const free = Object.keys(numbers.external).filter(
    (one) =>
      one !== "ships" &&
      players >= numbers.least[one] &&
      (on.has("expansion") || !numbers.external[one]),
  );
  const chosen = take(free, wanted, random);
  const pair = ["aquarium", "new_aquarium"];
  if (!on.has("expansion") || !pair.some((one) => chosen.includes(one))) return chosen;
  const other = pair.filter((one) => !chosen.includes(one));
  return [...chosen, ...(other.length ? other : take(free, 1, random))];
}

/**
 * The parts of each player's score and the winners.
 * @param {Numbers} numbers
 * @param {Sheet} shared
 * @param {Sheet[]} players
 */
export function score(numbers, shared, players) {
  const stocks = players.map((sheet) => resources(numbers, shared, players, sheet));
  const standings = standing(numbers, stocks);
  const parts = players.map((sheet, seat) => ({
    money: sheet.money,
    standing: standings[seat],
    overfishing: shared.overfishing ? overfishing(numbers, shared, sheet) : 0,
    bank: bank(numbers, players, sheet),
    tokens: stocks[seat] * numbers.resource,
  }));
  const totals = parts.map((part) => Object.values(part).reduce((sum, one) => sum + one, 0));
  const best = Math.max(...totals);
  return {
    parts,
    totals,
    winners: totals.map((_, seat) => seat).filter((seat) => totals[seat] === best),
  };
}

/**
 * @param {Numbers} numbers
 * @param {Sheet} shared
 * @param {Sheet[]} players
 * @param {Sheet} sheet
 */
function resources(numbers, shared, players, sheet) {
  const salmon = players.reduce((sum, one) => sum + one.fresh_salmon + one.degraded_salmon, 0);
  const snapper = shared.overfished_red_snapper
    ? numbers.snapper_overfished
    : Math.ceil(shared.left_red_snapper / numbers.column);
  let total =
    sheet.fugu ** 2 + sheet.eel * shared.value_eel + sheet.swordfish * shared.value_swordfish;
  total += sheet.red_snapper * snapper + sheet.fresh_salmon * salmon;
  for (const { name, worth } of numbers.tokens) total += sheet[name] * worth;
  return total + sheet.nori * Math.floor(total / numbers.nori);
}

/**
 * By player: the bonus for the most resources and the fine for the fewest; both if all tie.
 * @param {Numbers} numbers
 * @param {number[]} stocks
 */
function standing({ highest, lowest }, stocks) {
  const yen = (
    /** @type {number} */ one,
    /** @type {number} */ best,
    /** @type {[number, number]} */ [alone, tied],
  ) => {
    if (one !== best) return 0;
    return stocks.filter((other) => other === best).length > 1 ? tied : alone;
  };
  return stocks.map(
    (one) => yen(one, Math.max(...stocks), highest) + yen(one, Math.min(...stocks), lowest),
  );
}

/**
 * @param {Numbers} numbers
 * @param {Sheet} shared
 * @param {Sheet} sheet
 */
function overfishing(numbers, shared, sheet) {
  return numbers.tokens.reduce(
    (sum, { name, fish }) =>
      sum + (shared[`overfished_${fish}`] ? -1 : 1) * sheet[name] * numbers.overfishing,
    0,
  );
}

/**
 * Loans and interest paid back, and interest received for Shares, rounded up.
 * @param {Numbers} numbers
 * @param {Sheet[]} players
 * @param {Sheet} sheet
 */
function bank({ loan, interest, step }, players, sheet) {
  const owners = players.filter((one) => one.shares).length;
  const paid = interest * players.reduce((sum, one) => sum + one.loans, 0);
  const received = sheet.shares ? Math.ceil(paid / (owners * step)) * step : 0;
  return received - (loan + interest) * sheet.loans;
}
