/** Products or articles per page. */
export const PER_PAGE = 24

/** A part of a list: pages count from 1, and there is always one. */
export type PageOf<Item> = {
  readonly items: readonly Item[]
  readonly page: number
  readonly pages: number
}

/** The given page of a list. */
export function pageOf<Item>(list: readonly Item[], page: number): PageOf<Item> {
  const start = (page - 1) * PER_PAGE
  return {
    items: list.slice(start, start + PER_PAGE),
    page,
    pages: Math.max(1, Math.ceil(list.length / PER_PAGE)),
  }
}

/** The pages of a list after its first, as they stand in addresses. */
export function laterPages(list: readonly unknown[]): { readonly page: string }[] {
  const { pages } = pageOf(list, 1)
  return Array.from({ length: pages - 1 }, (_, index) => ({ page: String(index + 2) }))
}

/** The address of a page of the listing at `path`. */
export function pagePath(path: string, page: number): string {
  return page === 1 ? path : `${path}/page/${page}`
}

/** Returns the page numbers to show: first, last and neighbours; null is a gap. */
export function offeredPages(page: number, pages: number): readonly (number | null)[] {
  const wanted = new Set([1, page - 1, page, page + 1, pages])
  const shown = [...wanted].filter((number) => number >= 1 && number <= pages)
  shown.sort((a, b) => a - b)
  return shown.flatMap((number, index) => {
    const before = shown[index - 1]
    return before !== undefined && number - before > 1 ? [null, number] : [number]
  })
}

/** A page's searchParams. */
export type Query = Promise<Readonly<Record<string, string | readonly string[] | undefined>>>
