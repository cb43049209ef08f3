import 'server-only'

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import matter from 'gray-matter'

import { ContentError } from './content-error.ts'

/** A markdown file as it lies in content/: its path from the root, its name without ending, its unchecked front matter and its body. */
export type MarkdownFile = {
  readonly path: string
  readonly name: string
  readonly frontMatter: unknown
  readonly body: string
}

// YAML reads an unquoted 2027-02-28 as an instant; the owner meant the day.
function withDaysAsText(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if (Array.isArray(value)) return value.map(withDaysAsText)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withDaysAsText(item)]))
}

function reason(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}

const refuseCode = () => {
  throw new Error('only YAML front matter is read')
}

/** Reads one markdown file under `root`; a missing file or a front matter that is no YAML throws a ContentError. */
export async function readMarkdown(root: string, path: string): Promise<MarkdownFile> {
  try {
    const text = await readFile(join(root, path), 'utf8')
    // An options object keeps gray-matter from sharing its answer between readers.
    const { data, content } = matter(text, {
      engines: { javascript: refuseCode, js: refuseCode, coffee: refuseCode },
    })
    const name = path.replace(/^.*\//, '').replace(/\.md$/, '')
    return { path, name, frontMatter: withDaysAsText(data), body: content }
  } catch (error) {
    throw new ContentError(path, 'front matter', reason(error), { cause: error })
  }
}

/** Reads every .md file of a folder under `root`, in the order of their names. */
export async function readMarkdownFolder(
  root: string,
  folder: string,
): Promise<readonly MarkdownFile[]> {
  const names = (await readdir(join(root, folder))).filter((name) => name.endsWith('.md'))
  return Promise.all(names.toSorted().map((name) => readMarkdown(root, `${folder}/${name}`)))
}
