/** How many seconds pass between two verification mails to one address. */
const PAUSE_SECONDS = 60

/**
 * Returns the whole seconds until another verification mail may be sent; 0 when it may.
 * Both times are in milliseconds. A time in the future counts as none.
 */
export function secondsUntilNextMail(sentAt: number, now: number): number {
  const left = PAUSE_SECONDS - (now - sentAt) / 1000
  return left > 0 && left <= PAUSE_SECONDS ? Math.ceil(left) : 0
}
