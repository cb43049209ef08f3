/** The most orders a member can place within an hour (decisions, Orders and money). */
export const ORDERS_AN_HOUR = 10

const HOUR = 60 * 60 * 1000

/** The times of the member's orders that still count at `now`: those of the last sixty minutes. */
export function recentOrders(times: readonly string[], now: Date): readonly string[] {
  return times.filter((time) => now.getTime() - new Date(time).getTime() < HOUR)
}
