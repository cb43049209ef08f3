import 'server-only'

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

import { type SourceFont, subsetFace } from './subset-face.ts'

/** A face with the characters of some headings alone: its family, and the styles that load it. */
export type HeadingFace = { readonly family: string; readonly css: string }

const isBuild = process.env.NEXT_PHASE === 'phase-production-build'
const BUILD = process.env.BUILD_FOLDER ?? '.next'

// Noto Serif TC, medium: the common characters of Taiwan and what is written with them.
const sourceFile = (kind: string) =>
  readFileSync(
    join(/* turbopackIgnore: true */ process.cwd(), 'lib', 'type', `noto-serif-tc-medium.${kind}`),
  )

function readSource(): SourceFont {
  return {
    bytes: brotliDecompressSync(sourceFile('ttf.br')),
    characters: Array.from(sourceFile('txt').toString('utf8').trimEnd()),
  }
}

let source: SourceFont | undefined

function hasFace(name: string, characters: string): boolean {
  const file = join(
    /* turbopackIgnore: true */ process.cwd(),
    BUILD,
    'static',
    'type',
    `${name}.woff2`,
  )
  if (existsSync(file)) return true
  if (!isBuild) return false
  source ??= readSource()
  // Without one of its characters: it would stand in its line in another face.
  const face = subsetFace(source, characters)
  if (!face) return false
  mkdirSync(join(file, '..'), { recursive: true })
  // Another process of the build may make the same one.
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, face)
  renameSync(unfinished, file)
  return true
}

const found = new Map<string, boolean>()

/** The characters of some headings, each once, in order. */
const charactersOf = (headings: readonly string[]) =>
  [...new Set(headings.join('').replaceAll(/\s/g, ''))].toSorted().join('')

/** The headings that are written in a page's HTML. */
export function headingsIn(html: string): readonly string[] {
  return [...html.matchAll(/<h[12][^>]*>(.*?)<\/h[12]>/gs)].map(([, inner = '']) =>
    inner
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  )
}

/**
 * The face for a page's headings. Undefined if the system's face shows them: in development, for a
 * page whose headings changed after the build, and where one has a rare character. Looks at the disk
 * once for each set of characters.
 */
export function headingFace(headings: readonly string[]): HeadingFace | undefined {
  const characters = charactersOf(headings)
  if (characters === '') return undefined
  const name = createHash('sha256').update(characters).digest('hex').slice(0, 12)
  const isThere = found.get(name) ?? hasFace(name, `${characters} \u00A0`)
  found.set(name, isThere)
  if (!isThere) return undefined
  const family = `ming-${name}`
  const glyphs = characters.replaceAll(/["\\]/g, String.raw`\$&`)
  return {
    family,
    css: `@font-face{font-family:${family};src:url(/_next/static/type/${name}.woff2)format("woff2");font-weight:500;font-display:optional}.${family}{display:contents;--heading:${family},var(--font);--glyphs:"${glyphs}"}`,
  }
}
