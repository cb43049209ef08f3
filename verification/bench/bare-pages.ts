import { firstPicture } from './plain-site.ts'

const configFor = (root: string) => `export default {
  poweredByHeader: false,
  reactStrictMode: true,
  turbopack: { root: ${JSON.stringify(root)} },
  images: { formats: ['image/avif', 'image/webp'], qualities: [90], deviceSizes: [640, 828, 1080, 1440, 1920], imageSizes: [96, 192, 384] },
}
`

const LAYOUT = `export default function Layout({ children }) {
  return (
    <html lang="zh-Hant">
      <body>{children}</body>
    </html>
  )
}
`

const HEADING = `export default function Page() {
  return <h1>OURTEE</h1>
}
`

const FULL = `import { rows } from './rows.js'

export default function Page() {
  return (
    <main>
      <h1>共衣</h1>
      {rows.map(([name, text], index) => (
        <p key={index} title={name}>
          {text}
        </p>
      ))}
    </main>
  )
}
`

const PICTURE = `import { pictures } from './pictures.js'

export function generateStaticParams() {
  return Object.keys(pictures).map((kind) => ({ kind }))
}

export default async function Page({ params }) {
  const { kind } = await params
  return (
    <main>
      <style>{'img{display:block;width:100%;height:auto}'}</style>
      <div dangerouslySetInnerHTML={{ __html: pictures[kind] }} />
      <h1>OURTEE</h1>
    </main>
  )
}
`

// A link as the shop's are, and nothing else.
const LINK = `'use client'

import { useRouter } from 'next/navigation'

export function Link({ href }) {
  const router = useRouter()
  return (
    <a
      href={href}
      onFocus={() => router.prefetch(href)}
      onClick={(click) => {
        click.preventDefault()
        router.push(href)
      }}
    >
      {href}
    </a>
  )
}
`

const LINKS = `import { Link } from './link.jsx'

export default function Page() {
  return (
    <main>
      <h1>OURTEE</h1>
      <p><Link href="/heading" /></p>
      <p><Link href="/full" /></p>
    </main>
  )
}
`

const ELSEWHERE = `export default function Page() {
  return <h1>共衣</h1>
}
`

// Without its own file, Next would find the shop's in a parent folder.
const INSTRUMENTATION = `export function register() {}
`

type Line = readonly [name: string, text: string]

// React's overhead per row, in the markup and in the flight data.
const AROUND_MARKUP = '<p title=""></p>'.length
const AROUND_FLIGHT = String.raw`[\"$\",\"p\",\"123\",{\"title\":\"\",\"children\":\"\"}],`.length

const plain = (input: string) => input.replaceAll(/["'&\\]/g, ' ').trim()

// Uses the words and class names of the measured page, so that both compress alike.
function linesOf(html: string, bytes: number): Line[] {
  const parts = [...html.matchAll(/<(\w[^>]*)>([^<]*)/g)].map(([, name = '', text = '']): Line => {
    return [plain(name), plain(text)]
  })
  const lines: Line[] = []
  let left = bytes
  for (let index = 0; left > 0 && parts.length > 0; index += 1) {
    const [name, text] = parts[index % parts.length] ?? ['', '']
    const around = 2 * Buffer.byteLength(name) + AROUND_MARKUP + AROUND_FLIGHT
    // The last text is cut to what is left to fill.
    const share = Math.min(1, Math.max(0, left - around) / (2 * Buffer.byteLength(text)))
    const fitting = text === '' ? '' : text.slice(0, Math.floor(text.length * share))
    lines.push([name, fitting])
    left -= around + 2 * Buffer.byteLength(fitting)
  }
  return lines
}

// Bytes of a page besides its rows: its head, and React's breaks in long data.
const BESIDE_ROWS = 7600

/**
 * The files of a bare Next site by path; its packages are those of `root`. See `buildBareSite`.
 */
export function bareFiles(
  pages: ReadonlyMap<string, string>,
  root: string,
): Readonly<Record<string, string>> {
  const html = pages.get('product') ?? ''
  const pictures = Object.fromEntries([...pages].map(([kind, page]) => [kind, firstPicture(page)]))
  const rows = JSON.stringify(linesOf(html, Buffer.byteLength(html) - BESIDE_ROWS))
  return {
    'package.json': '{ "name": "bare", "private": true, "type": "module" }\n',
    'next.config.mjs': configFor(root),
    'instrumentation.js': INSTRUMENTATION,
    'app/layout.jsx': LAYOUT,
    'app/page.jsx': HEADING,
    'app/full/page.jsx': FULL,
    'app/full/rows.js': `export const rows = ${rows}\n`,
    'app/picture/[kind]/page.jsx': PICTURE,
    'app/picture/[kind]/pictures.js': `export const pictures = ${JSON.stringify(pictures)}\n`,
    'app/heading/page.jsx': ELSEWHERE,
    'app/links/page.jsx': LINKS,
    'app/links/link.jsx': LINK,
  }
}
