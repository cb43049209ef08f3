import 'server-only'

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { getMemoryCache } from 'next/dist/server/lib/incremental-cache/memory-cache.external.js'

import { CONSENT_SCRIPT } from '#lib/consent/consent.ts'
import { LANGUAGE_SCRIPT } from '#lib/text/header-labels.ts'
import { parseJson } from '#lib/text/json-shape.ts'

/** A processed static page: styles inlined, with the policy of its inline scripts. */
type FinishedPage = {
  readonly html: string
  readonly policy: string
  /** Inline scripts that the policy does not name, since no page of the shop has such. A browser will not run them. */
  readonly unknown: readonly string[]
}

const STYLESHEET = /<link rel="stylesheet" href="([^"]+)" data-precedence="[^"]*"\/>/g
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g
const DATA = /\btype="application\/ld\+json"/

// Next's inline scripts: data as one JSON text each, and the list of files to run.
const OPENING = '(self.__next_f=self.__next_f||[]).push([0])'
const FLIGHT = /^self\.__next_f\.push\((.*)\)$/s
const START =
  /^\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\((.*)\);$/s

const OWN = [OPENING, LANGUAGE_SCRIPT, CONSENT_SCRIPT]

// React's own script that keeps a form's early submit, by its hash; a new version of React may bring another.
const KEEPS_SUBMIT = "'sha256-CwHpiObGc0Kj6qtRFzUVGqk0apwmCrylJaQU+RajuJ0='"

const hashOf = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

// A script that only passes JSON to Next is safe for any JSON.
function isKnown(script: string): boolean {
  if (OWN.includes(script) || hashOf(script) === KEEPS_SUBMIT) return true
  const [, data] = FLIGHT.exec(script) ?? START.exec(script) ?? []
  return data !== undefined && parseJson(data) !== undefined
}

// Keep the links, since React takes a link that is there for loaded. Browsers pass over one that is disabled, but
// Chromium's look ahead fetches it all the same, unless its type is no style's.
const WAITING = ' disabled="" type="text/plain"/>'

function inlineStyles(html: string, styleText: (path: string) => string | undefined): string {
  const links = [...html.matchAll(STYLESHEET)]
  const texts = links.map(([, path = '']) => styleText(path))
  const [first] = links
  // Inlining only some would change their order.
  if (!first || texts.includes(undefined)) return html
  const waiting = html.replaceAll(STYLESHEET, (link) => link.replace('/>', WAITING))
  return `${html.slice(0, first.index)}<style>${texts.join('')}</style>${waiting.slice(first.index)}`
}

// Scripts, and the styles of what a page may show later, as an error.
const FILE =
  /<script src="[^"]*"[^>]*><\/script>|<link rel="preload"[^>]* as="(?:script|style)"[^>]*>/g

// Browsers request in page order, so the first picture precedes scripts on a slow line.
function filesLast(html: string): string {
  const files = html.match(FILE)
  if (!files || !html.includes('</body>')) return html
  return html.replaceAll(FILE, '').replace('</body>', () => `${files.join('')}</body>`)
}

/**
 * Inlines a static page's styles, moves its files last and adds a policy for its inline scripts.
 * Runs once, when cached.
 */
export function postProcessHtml(
  page: string,
  styleText: (path: string) => string | undefined,
): FinishedPage {
  const html = filesLast(inlineStyles(page, styleText))
  const scripts = [...html.matchAll(SCRIPT)]
    .filter(([, attributes = '']) => !/\ssrc="/.test(attributes) && !DATA.test(attributes))
    .map(([, , script = '']) => script)
  const hashes = new Set(scripts.filter(isKnown).map(hashOf))
  return {
    html,
    policy: ['script-src http: https:', ...hashes].join(' '),
    unknown: scripts.filter((script) => !isKnown(script)),
  }
}

const POLICY = 'content-security-policy'

// Next's default; a custom cache must state its size.
const CACHE_BYTES = 50 * 1024 * 1024

type Cache = ReturnType<typeof getMemoryCache>
type StoredPage = Parameters<Cache['set']>[1]

// `path` is as a page names it, /_next/static/…; a build's files do not change while it is served.
function readStyles(build: string): (path: string) => string | undefined {
  const styles = new Map<string, string | undefined>()
  const read = (path: string) => {
    const [, file] = /^\/_next\/(static\/[\w/~.-]+\.css)(?:\?|$)/.exec(path) ?? []
    try {
      return (
        file &&
        readFileSync(
          /* turbopackIgnore: true */ join(/* turbopackIgnore: true */ process.cwd(), build, file),
          'utf8',
        )
      )
    } catch {
      // The browser loads it itself.
      return undefined
    }
  }
  return (path) => {
    if (!styles.has(path)) styles.set(path, read(path))
    return styles.get(path)
  }
}

function finish({ value }: StoredPage, styleText: (path: string) => string | undefined): void {
  if (!value || !('rscData' in value) || value.headers?.[POLICY] !== undefined) return
  const { html, policy, unknown } = postProcessHtml(value.html, styleText)
  for (const script of unknown) {
    console.error(`An inline script will not run: ${script.slice(0, 80)}`)
  }
  value.html = html
  value.headers = { ...value.headers, [POLICY]: policy }
}

/** Processes each static page once, when Next caches it (docs/decisions/static-pages.md). */
export function postProcessStaticPages(build: string): void {
  const cache = getMemoryCache(CACHE_BYTES)
  const styleText = readStyles(build)
  const set = cache.set.bind(cache)
  cache.set = (key, entry) => {
    finish(entry, styleText)
    return set(key, entry)
  }
}
