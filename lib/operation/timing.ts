/**
 * Milliseconds after which nothing that was sent is in flight: 40 s to answer, and room for clock
 * skew.
 */
export const IN_FLIGHT = 2 * 60 * 1000

/** The instant so many milliseconds after another, ISO 8601 in UTC. */
export function later(now: Date, time: number): string {
  return new Date(now.getTime() + time).toISOString()
}

/** Whether what was sent at `sentAt` may still be on its way. */
export function isInFlight(sentAt: string | undefined, now: Date): boolean {
  return sentAt !== undefined && now.getTime() - Date.parse(sentAt) < IN_FLIGHT
}

/**
 * Whether two looks agree that a thing was not made: the first at `unchangedAt`, the other now. An
 * answer that is late by less than `apart` milliseconds can't make it after both.
 */
export function doLookupsAgree(
  unchangedAt: string | undefined,
  now: Date,
  apart = IN_FLIGHT,
): boolean {
  return unchangedAt !== undefined && now.getTime() - Date.parse(unchangedAt) >= apart
}

/** The first and the longest pause before another try, in milliseconds. */
export type Pauses = { readonly first: number; readonly most: number }

/** The pause after so many vain tries, in milliseconds: it doubles up to the longest. */
export function backoff({ first, most }: Pauses, tries: number): number {
  return Math.min(first * 2 ** Math.min(tries, 20), most)
}

/** Awaits a call for at most `ms`. Throws `late()` afterwards; the call itself continues. */
export async function withinDeadline<T>(
  call: Promise<T>,
  milliseconds: number,
  late: () => Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds)
  })
  try {
    return await Promise.race([call, passed])
  } finally {
    clearTimeout(timer)
  }
}
