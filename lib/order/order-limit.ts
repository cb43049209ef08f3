/** The most orders a member can place within an hour (rule 35). */
export const ORDERS_AN_HOUR = 10

const HOUR = 60 * 60 * 1000

/** The times of the member's orders that still count at `now`: those of the last sixty minutes. */
export function recentOrders(times: readonly string[], now: Date): readonly string[] {
  return times.filter((time) => now.getTime() - new Date(time).getTime() < HOUR)
}

/** The most orders that a member may owe at once whose e-mail is not proven: such accounts cost nothing to make. */
export const UNPAID_UNPROVEN = 3

/** Whether one more order is one too many unpaid ones; `unpaid` are the ids of those that are not paid yet. */
export function owesTooMuch(unpaid: readonly string[], isProven: boolean): boolean {
  return !isProven && unpaid.length >= UNPAID_UNPROVEN
}
