/**
 * The time of a change (ISO 8601 in UTC) after the previous one. Clocks of instances differ, and an instance that follows
 * changes by their time would pass over one that seems older.
 */
export function afterPrevious(at: string, previous: string | undefined): string {
  if (previous === undefined || at > previous) return at
  return new Date(Date.parse(previous) + 1).toISOString()
}
