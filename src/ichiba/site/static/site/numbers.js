// Numbers as the language of the page writes them. Its catalogue says how; see `core.grammar`.
const { thousands, yen: money, minus } = document.documentElement.dataset;

/** @param {number} number */
const plain = (number) => String(Math.abs(number)).replace(/\B(?=(\d{3})+$)/g, thousands);
/** @param {number} number @param {string} text */
const withSign = (number, text) => (number < 0 ? minus.replace("#", text) : text);

/** 1,200 @param {number} number */
export const figure = (number) => withSign(number, plain(number));
/** ¥1,200 @param {number} amount */
export const yen = (amount) => withSign(amount, money.replace("#", plain(amount)));
/** +4 or −1 @param {number} number */
export const signed = (number) => (number > 0 ? `+${plain(number)}` : figure(number));

/**
 * The text with its first number replaced, such as the 1,200 of "¥1,200".
 * @param {string} text
 * @param {(number: number) => number} change
 */
export function withNumber(text, change) {
  const separator = thousands.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return text.replace(new RegExp(`\\d+(?:${separator}\\d{3})*`), (found) =>
    plain(change(Number(found.replaceAll(thousands, "")))),
  );
}
