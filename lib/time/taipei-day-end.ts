/**
 * Returns the end of a Taipei day (YYYY-MM-DD), 24:00. A separate file keeps product pages small.
 */
export function endOfTaipeiDay(day: string): Date {
  const start = new Date(`${day}T00:00:00+08:00`)
  return new Date(start.getTime() + 24 * 60 * 60 * 1000)
}

/** Returns the day (YYYY-MM-DD) so many days after another. */
export function dayAfter(day: string, days: number): string {
  const start = Date.parse(`${day}T00:00:00Z`)
  return new Date(start + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}
