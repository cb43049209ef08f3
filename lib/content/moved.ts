import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import { readText } from '#lib/adapters/markdown/trade-file.ts'
import { decodeUri, pathOf } from '#lib/routes/paths.ts'
import { routeAt, SHOP_ROUTES } from '#lib/routes/shop-routes.ts'
import { withoutUnseen } from '#lib/text/plain-text.ts'

/** The file of the old addresses, in the content folder. */
export const MOVED_FILE = 'info/moved.md'

/** The most old addresses: each is tried for every request that reaches the shop. */
export const MOST_MOVED = 1000

const address = z
  .string('必須是文字')
  .overwrite(withoutUnseen)
  .trim()
  .min(1, '不可空白')
  .max(500, '最多 500 個字')

/** The front matter of content/info/moved.md: addresses of the shop before this one, and where each leads. */
export const movedSchema = z.strictObject({
  moved: z
    .array(
      z.strictObject({
        from: address,
        to: address.startsWith('/', '必須是以 / 開頭的站內路徑'),
      }),
    )
    .max(MOST_MOVED, `最多 ${MOST_MOVED} 個`)
    .optional()
    .default([]),
})
export type Moved = z.infer<typeof movedSchema>['moved']

/** An old address: its path as people read it, without a slash at its end, and the query that it needs. */
export type OldAddress = {
  readonly path: string
  readonly query: readonly (readonly [key: string, value: string])[]
}

/** The path and query of an old address, written with or without its host, or undefined if it is none. */
export function oldAddress(from: string): OldAddress | undefined {
  const url = URL.parse(from, 'http://shop.invalid')
  if (!/^(?:\/(?!\/)|https?:\/\/)/.test(from) || !url) return undefined
  const path = decodeUri(url.pathname.replace(/(?<=.)\/+$/, ''))
  return path === undefined ? undefined : { path, query: [...url.searchParams] }
}

// What only the shop's own pages, files and machines answer; nothing below them may lead elsewhere.
const OWN =
  /^\/(?:api|owner|account|checkout|_next|__|images|sounds|\.well-known|markdown|feed|c|01)(?:\/|$)/i

// Pages that content makes: another address of their form may have been an old shop's.
const OF_CONTENT: readonly unknown[] = [
  SHOP_ROUTES['/product/[id]'],
  SHOP_ROUTES['/blog/[slug]'],
  SHOP_ROUTES['/creator/[slug]'],
  SHOP_ROUTES['/shop/category/[category]'],
  SHOP_ROUTES['/[slug]'],
]

/** Queries that the shop's own pages read. */
const OWN_QUERIES = new Set(['code', 'size', 'page', 'redirect'])

// An address with a query leaves its page as it is for everybody without that query.
function hides({ path, query }: OldAddress, pages: ReadonlySet<string> | undefined): boolean {
  const small = path.toLowerCase()
  if (OWN.test(path)) return true
  if (query.length > 0 && !query.some(([key]) => OWN_QUERIES.has(key))) return false
  const route = routeAt(small)
  return pages?.has(small) === true || (route !== undefined && !OF_CONTENT.includes(route))
}

const keyOf = ({ path, query }: OldAddress) =>
  `${path.toLowerCase()}?${query
    .map((pair) => pair.join('='))
    .toSorted()
    .join('&')}`

/** What is wrong with a row: its field in the file, and why. */
export type MovedProblem = { readonly field: string; readonly reason: string }

/**
 * The first thing that is wrong with the old addresses: one that is none, that stands twice, that would hide a page
 * of the shop, or whose target moved itself or is no page. Without `pages` targets are not looked up.
 */
export function movedProblem(moved: Moved, pages?: ReadonlySet<string>): MovedProblem | undefined {
  const olds = moved.map(({ from }) => oldAddress(from))
  const keys = olds.map((old) => old && keyOf(old))
  for (const [index, { from, to }] of moved.entries()) {
    const wrong = (name: 'from' | 'to', reason: string) => ({
      field: `moved.${index}.${name}`,
      reason,
    })
    const old = olds[index]
    if (!old) return wrong('from', `${from} 不是網址：請貼上舊網址，或以 / 開頭的路徑`)
    if (hides(old, pages)) return wrong('from', `${from} 是網站的現有網址，無法轉走`)
    if (keys.indexOf(keys[index]) !== index) return wrong('from', `${from} 寫了兩次`)
    const target = oldAddress(to)
    if (!target) return wrong('to', `${to} 不是站內的網址`)
    const next = keys.findIndex(
      (key) => key === keyOf(target) || key === `${target.path.toLowerCase()}?`,
    )
    if (next === index) return wrong('to', `${from} 轉回同一頁，會一直重複轉址`)
    if (next !== -1) {
      return wrong('to', `${to} 也是舊網址，請直接寫它轉到的 ${moved[next]?.to}`)
    }
    if (pages?.has(pathOf(target.path)) === false) return wrong('to', `店裡沒有 ${to} 這一頁`)
  }
  return undefined
}

/** A redirect as Next's configuration takes it. */
export type Redirect = {
  readonly source: string
  readonly has?: { readonly type: 'query'; readonly key: string; readonly value: string }[]
  readonly destination: string
  readonly permanent: true
}

const escapedPath = (path: string) =>
  encodeURI(path).replaceAll(/[\\(){}[\]:*+?]/g, String.raw`\$&`)
const escapedValue = (value: string) => value.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** The redirects of the old addresses; one that needs a query stands before the same path without. */
export function redirectsOf(moved: Moved): Redirect[] {
  return moved
    .flatMap(({ from, to }) => {
      const old = oldAddress(from)
      return old ? [{ ...old, to }] : []
    })
    .toSorted((a, b) => b.query.length - a.query.length)
    .map(({ path, query, to }) => ({
      source: escapedPath(path),
      ...(query.length === 0
        ? {}
        : {
            has: query.map(([key, value]) => ({
              type: 'query' as const,
              key,
              value: escapedValue(value),
            })),
          }),
      // A target's own colon, bracket or star is no parameter.
      destination: escapedPath(pathOf(to)) + to.slice(pathOf(to).length),
      permanent: true,
    }))
}

/** The redirects of a project's content on disk; none without the file. Throws a sentence for a wrong one. */
export function redirectsOnDisk(root: string, content: string): Redirect[] {
  const file = join(root, content, MOVED_FILE)
  if (!existsSync(file)) return []
  const parsed = movedSchema.safeParse(readText(readFileSync(file, 'utf8')).values)
  if (!parsed.success) throw new Error(`${content}/${MOVED_FILE}: ${z.prettifyError(parsed.error)}`)
  const problem = movedProblem(parsed.data.moved)
  if (problem) throw new Error(`${content}/${MOVED_FILE}: ${problem.field}: ${problem.reason}`)
  return redirectsOf(parsed.data.moved)
}
