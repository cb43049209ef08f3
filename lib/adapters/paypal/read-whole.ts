/** A stretch of time, in milliseconds. */
export type DateRange = { readonly from: number; readonly until: number }

/** One page of what lies in a stretch, and how many there are; undefined where it has too many to be told. */
type ReadPage<Item> = (
  stretch: DateRange,
  page: number,
) => Promise<{ readonly items: readonly Item[]; readonly pages: number } | undefined>

/** A stretch that can't be told whole even where it is shortest. */
export class StretchTooFull extends Error {
  override readonly name = 'StretchTooFull'
}

/** PayPal's times are in seconds. */
const SHORTEST = 2000

/**
 * Reads every page of a stretch; one that has too many is halved until each part is told whole. Throws StretchTooFull
 * rather than leave anything out.
 */
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
