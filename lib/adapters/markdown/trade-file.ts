import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import matter from 'gray-matter'
import { z } from 'zod'

import { type Trade, tradeSchema } from '#lib/company/trade-schema.ts'

/** The values of a file's fields, as YAML has them. */
export type FrontMatterValues = Readonly<Record<string, unknown>>

const valuesSchema = z.record(z.string(), z.unknown())

// YAML reads a bare day as an instant; the owner meant the day.
function asWritten(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if (Array.isArray(value)) return value.map(asWritten)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asWritten(item)]))
}

const refuseCode = () => {
  throw new Error('只能是 YAML，不能是程式')
}

/** The fields and the body of a file's text. Throws where the front matter is no YAML. */
export function readText(text: string): {
  readonly values: FrontMatterValues
  readonly body: string
} {
  const { data, content } = matter(text, {
    engines: { javascript: refuseCode, js: refuseCode, coffee: refuseCode },
  })
  return { values: valuesSchema.parse(asWritten(data)), body: content.replace(/^\n/, '') }
}

/** Values without what was left empty: texts, lists and groups that say nothing. */
export function withoutEmpty(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  if (Array.isArray(value)) {
    return value.map(withoutEmpty).filter((one) => one !== undefined)
  }
  if (typeof value !== 'object' || value === null) return value ?? undefined
  const kept = Object.entries(value).flatMap(([name, inner]) => {
    const one = withoutEmpty(inner)
    return one === undefined ? [] : [[name, one] as const]
  })
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

const KEY = /^([A-Za-z_][\w-]*):/

// The lines of each field, with the comments above it, in the order of the file.
function blocksOf(head: string): Map<string, string> {
  const blocks = new Map<string, string>()
  let before = ''
  let current: string | undefined
  for (const line of head.split('\n')) {
    const key = KEY.exec(line)?.[1]
    if (key !== undefined) {
      blocks.set(key, before + line)
      current = key
      before = ''
    } else if (line.startsWith('#') || current === undefined) before += `${line}\n`
    else blocks.set(current, `${blocks.get(current) ?? ''}\n${line}`)
  }
  return blocks
}

/** Returns the text with new values and body. Unchanged values keep their lines and comments. */
export function changeText(text: string, values: FrontMatterValues, body: string): string {
  const { values: before } = readText(text)
  const head = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? ''
  const blocks = blocksOf(head)
  const names = [...new Set([...blocks.keys(), ...Object.keys(values)])]
  const lines = names.flatMap((name) => {
    const block = blocks.get(name)
    const value = values[name]
    // An empty value that stays empty keeps its line.
    const [said, saidBefore] = [value, before[name]].map((one) => JSON.stringify(withoutEmpty(one)))
    if (said === saidBefore && block !== undefined) return block
    if (value === undefined) return []
    const yaml = matter.stringify('', { [name]: value })
    return yaml
      .replace(/^---\n/, '')
      .replace(/\n---\n*$/, '')
      .trimEnd()
  })
  return `---\n${lines.join('\n')}\n---\n\n${body.trim()}\n`
}

/** The file of the trade in a content folder. */
export const TRADE_FILE = 'info/trade.md'

// The copy that the build made of its content, where this is one (lib/adapters/markdown/content-file.ts).
function contentFolder(): string {
  const folder = process.env.CONTENT_FOLDER || 'content'
  const copy = `${process.env.BUILD_FOLDER}/content`
  const isBuilt = process.env.NODE_ENV === 'production' && Boolean(process.env.BUILD_FOLDER)
  const place = join(/* turbopackIgnore: true */ process.cwd(), copy)
  return isBuilt && existsSync(/* turbopackIgnore: true */ place) ? copy : folder
}

/**
 * The trade of the shop that runs, or of a content folder; throws a ZodError for a file that can't be used. The build
 * has checked it in the owner's language before (lib/content-editor/read-site.ts).
 */
export function readTrade(folder = contentFolder()): Trade {
  const place = join(/* turbopackIgnore: true */ process.cwd(), folder, TRADE_FILE)
  const { values } = readText(readFileSync(/* turbopackIgnore: true */ place, 'utf8'))
  return tradeSchema.parse(values)
}
