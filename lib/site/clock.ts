/** The instant at which this is asked; a page's one way to the clock, so that what depends on it is seen. */
export function now(): Date {
  return new Date()
}
