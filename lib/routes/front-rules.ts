import { ALL_ROUTES, firstParts, type Route } from './shop-routes.ts'

// The sign-in service's pages, which proxy.ts hands on; no route of the shop.
const PASSED_ON = '__'

/** Larger bodies have a location of their own, so that no other address takes as much. */
const ORDINARY_BYTES = 256 * 1024

const routes = (isWanted: (route: Route) => boolean) =>
  Object.fromEntries(ALL_ROUTES.filter(([, route]) => isWanted(route)))

// First parts under which nothing is kept. No kept address lies under one of them.
function uncachedParts(): readonly string[] {
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
    uncached: `  location ~ ^/(${uncachedParts().join('|')})(/|$) {`,
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
      '| the sizes of pictures | `/images/…/name.version-width.avif` or `.jpg` | for ever; their names change with the picture | path |',
      '| everything else: `private`, `no-store`, a redirect, an error, an answer to POST | no `s-maxage` | never | |',
      `| ${code(uncachedParts().map((part) => `/${part}`))} | path | never, whatever the headers say | |`,
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
