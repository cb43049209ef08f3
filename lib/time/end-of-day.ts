/** The end of a Taipei day (YYYY-MM-DD), 24:00. Apart from what writes days, which product pages do not need. */
export function endOfTaipeiDay(day: string): Date {
  const start = new Date(`${day}T00:00:00+08:00`)
  return new Date(start.getTime() + 24 * 60 * 60 * 1000)
}
