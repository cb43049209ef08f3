export const COLUMNS = 3

/** Returns the number of empty places in the last row for the given widths. */
export function emptyPlaces(widths: readonly number[]): number {
  const used = widths.reduce((row, width) => {
    const span = Math.min(width, COLUMNS)
    return row + span > COLUMNS ? span : row + span
  }, 0)
  return used === 0 ? 0 : COLUMNS - used
}
