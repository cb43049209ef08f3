import 'server-only'

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { getMemoryCache } from 'next/dist/server/lib/incremental-cache/memory-cache.external.js'

import { finishPage } from './finish-page.ts'

const POLICY = 'content-security-policy'

// Next's own default, since whoever asks first for its cache says how large it is.
const CACHE_BYTES = 50 * 1024 * 1024

type Cache = ReturnType<typeof getMemoryCache>
type Stored = Parameters<Cache['set']>[1]

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

function finish({ value }: Stored, styleText: (path: string) => string | undefined): void {
  if (!value || !('rscData' in value) || value.headers?.[POLICY] !== undefined) return
  const { html, policy, unknown } = finishPage(value.html, styleText)
  for (const script of unknown) {
    console.error(`An inline script will not run: ${script.slice(0, 80)}`)
  }
  value.html = html
  value.headers = { ...value.headers, [POLICY]: policy }
}

/**
 * Finishes every static page of the build in the folder `build` once, when Next takes it into its memory: a built page when
 * it is first asked for, a regenerated one before anybody gets it (docs/decisions/static-pages.md).
 */
export function finishStoredPages(build: string): void {
  const cache = getMemoryCache(CACHE_BYTES)
  const styleText = readStyles(build)
  const set = cache.set.bind(cache)
  cache.set = (key, entry) => {
    finish(entry, styleText)
    return set(key, entry)
  }
}
