/** A stretch of time, in milliseconds. */
export type DateRange = { readonly from: number; readonly until: number }

/** Reads one page of a range and its total; undefined if the range has too many. */
type ReadPage<Item> = (
  stretch: DateRange,
  page: number,
) => Promise<{ readonly items: readonly Item[]; readonly pages: number } | undefined>

/** A range has too many items even at its shortest. */
export class StretchTooFull extends Error {
  override readonly name = 'StretchTooFull'
}

/** PayPal's times are in seconds. */
const SHORTEST = 2000

/** Reads all pages of a range, halving it while it has too many. Throws StretchTooFull. */
export async function readWhole<Item>(
  stretch: DateRange,
  readPage: ReadPage<Item>,
): Promise<readonly Item[]> {
  const { from, until } = stretch
  const all: Item[] = []
  for (let number = 1; ; number += 1) {
    const found = await readPage(stretch, number)
    if (!found) break
    all.push(...found.items)
    if (number >= found.pages) return all
  }
  if (until - from < SHORTEST) throw new StretchTooFull(new Date(from).toISOString())
  const middle = Math.floor((from + until) / 2)
  const first = await readWhole({ from, until: middle }, readPage)
  return [...first, ...(await readWhole({ from: middle, until }, readPage))]
}
