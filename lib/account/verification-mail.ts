/** How many seconds pass between two verification mails to one address. */
const PAUSE_SECONDS = 60

/** How many whole seconds are left until another verification mail may be asked for; 0 when it may. Times are in milliseconds; a time to come, from a clock that was set back, holds nobody up. */
export function secondsUntilNextMail(sentAt: number, now: number): number {
  const left = PAUSE_SECONDS - (now - sentAt) / 1000
  return left > 0 && left <= PAUSE_SECONDS ? Math.ceil(left) : 0
}
