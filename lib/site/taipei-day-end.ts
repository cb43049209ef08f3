/** The instant at which a Taipei calendar day (YYYY-MM-DD) ends, that is 24:00 of that day. It stands by itself because product pages ask it in the browser, and nothing else about time. */
export function endOfTaipeiDay(day: string): Date {
  const start = new Date(`${day}T00:00:00+08:00`)
  return new Date(start.getTime() + 24 * 60 * 60 * 1000)
}
