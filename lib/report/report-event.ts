import 'server-only'

/** What a line of the log may hold: order numbers, states, counts and PayPal's debug ids; never a token, mail or address. */
export type Facts = Readonly<Record<string, string | number | boolean | undefined>>

/** Writes one structured line about an order or a failure to the log, with the time in UTC. */
export function reportEvent(event: string, facts: Facts): void {
  console.log(JSON.stringify({ at: new Date().toISOString(), event, ...facts }))
}

/** Writes one structured line about a failure nobody expected, by its name and message alone: other properties of an error may hold secrets. */
export function reportFailure(what: string, error: unknown, facts: Facts = {}): void {
  const name = error instanceof Error ? error.name : typeof error
  const message = error instanceof Error ? error.message.slice(0, 300) : ''
  console.error(
    JSON.stringify({
      at: new Date().toISOString(),
      event: 'failure',
      what,
      name,
      message,
      ...facts,
    }),
  )
}
