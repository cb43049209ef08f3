/** Seconds between two verification mails to one address. */
const PAUSE_SECONDS = 60

/**
 * Returns whole seconds until the next verification mail, or 0. Times are in milliseconds; a future
 * one is ignored.
 */
export function secondsUntilNextMail(sentAt: number, now: number): number {
  const left = PAUSE_SECONDS - (now - sentAt) / 1000
  return left > 0 && left <= PAUSE_SECONDS ? Math.ceil(left) : 0
}
