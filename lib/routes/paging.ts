import { ALL_ROUTES, firstParts, type Route } from './shop-routes.ts'

// The sign-in service's pages, which proxy.ts hands on; no route of the shop.
const PASSED_ON = '__'

/** Larger bodies have a location of their own, so that no other address takes as much. */
const ORDINARY_BYTES = 256 * 1024

const routes = (isWanted: (route: Route) => boolean) =>
  Object.fromEntries(ALL_ROUTES.filter(([, route]) => isWanted(route)))

// First parts under which nothing is kept. No kept address lies under one of them.
function unkeptParts(): readonly string[] {
  const kept = new Set(firstParts(routes((route) => route.kept !== 'never')))
  const parts = new Set(firstParts(routes((route) => route.kept === 'never')))
  return [...parts.difference(kept), PASSED_ON].toSorted()
}

function sizes(): readonly string[] {
  const large = ALL_ROUTES.filter(([, { body }]) => body > ORDINARY_BYTES)
  return [
    `  client_max_body_size ${ORDINARY_BYTES / 1024}k;`,
    ...large.map(
      ([path, { body }]) =>
        `  location = ${path} { proxy_pass http://shop; client_max_body_size ${body / 1024}k; }`,
    ),
  ]
}

const MAPPED = {
  linkset: { pattern: 'linkset', type: 'application/linkset+json' },
  markdown: { pattern: 'markdown', type: 'text/markdown' },
} as const

const forms = () =>
  (['linkset', 'markdown'] as const).filter((form) =>
    ALL_ROUTES.some(([, route]) => route.forms?.includes(form)),
  )

/** The parts of docs/nginx.conf that follow from the table, by the name of their place there. */
export function nginxRules(): Readonly<Record<string, string>> {
  return {
    forms: [
      'map $http_accept $page_form {',
      ...forms().map((form) => `  "~*${MAPPED[form].pattern}" ${form};`),
      '  default html;',
      '}',
    ].join('\n'),
    sizes: sizes().join('\n'),
    unkept: `  location ~ ^/(${unkeptParts().join('|')})(/|$) {`,
  }
}

const code = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ')

const pathsKept = (as: Route['kept']) =>
  ALL_ROUTES.filter(([, { kept }]) => kept === as).map(([path]) => path.replace('[...path]', ''))

/** The rules for a CDN in docs/deployment.md, as rows of its table. */
export function cdnRules(): Readonly<Record<string, string>> {
  const types = code(forms().map((form) => MAPPED[form].type))
  const pages = ALL_ROUTES.filter(([, route]) => (route.forms ?? []).length > 0)
  const router = code([
    'RSC',
    'Next-Router-State-Tree',
    'Next-Router-Prefetch',
    'Next-Router-Segment-Prefetch',
  ])
  return {
    rules: [
      '| answer | how it is known | may be kept | key |',
      '|---|---|---|---|',
      `| a static page, and its data for Next's router | \`Cache-Control\` with \`s-maxage\` | a minute, whatever \`s-maxage\` says, unless a deployment clears it | address with query, the headers ${router}, and which of ${types} \`Accept\` names, if any |`,
      `| the same address (${code(pages.map(([path]) => path))}) where \`Accept\` names one of these | \`private, no-store\`, \`Vary: Accept\` | never; the page's own address with \`.md\` or \`/linkset\` may be | |`,
      `| scripts and styles | ${code(pathsKept('file'))} | for ever; their names change with them. Keep those of the last build for a day | path |`,
      `| resized pictures | ${code(pathsKept('picture'))} | as \`Cache-Control\` says, a day | address with query, and whether \`Accept\` names AVIF, WebP or neither |`,
      '| everything else: `private`, `no-store`, a redirect, an error, an answer to POST | no `s-maxage` | never | |',
      `| ${code(unkeptParts().map((part) => `/${part}`))} | path | never, whatever the headers say | |`,
    ].join('\n'),
  }
}

const MARKS = {
  conf: (name: string) => ({ begin: `# from the table of routes: ${name}`, end: '# end' }),
  md: (name: string) => ({
    begin: `<!-- from the table of routes: ${name} -->`,
    end: '<!-- end -->',
  }),
} as const

/** A document with each part that follows from the table in its place. Throws where a place is missing. */
export function withRules(
  text: string,
  kind: keyof typeof MARKS,
  rules: Readonly<Record<string, string>>,
): string {
  return Object.entries(rules).reduce((changed, [name, rule]) => {
    const { begin, end } = MARKS[kind](name)
    const from = changed.indexOf(begin)
    const until = changed.indexOf(end, from)
    if (from < 0 || until < 0) throw new Error(`No place for ${name}`)
    const indent = /[ ]*$/.exec(changed.slice(0, until))?.[0] ?? ''
    const gap = kind === 'md' ? '\n\n' : '\n'
    return `${changed.slice(0, from + begin.length)}${gap}${rule}${gap}${indent}${changed.slice(until)}`
  }, text)
}

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
