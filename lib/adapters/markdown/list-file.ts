import 'server-only'

import { readFile } from 'node:fs/promises'

import { ContentError, placeOf } from './content-file.ts'

/** A line of a list file, and its number in the file, from 1. */
export type ListLine = { readonly line: number; readonly text: string }

/**
 * Reads a list file: one entry per line, without blank lines and # comments. Throws ContentError.
 */
export async function readList(content: string, name: string): Promise<readonly ListLine[]> {
  try {
    const all = await readFile(/* turbopackIgnore: true */ placeOf(content, name), 'utf8')
    const lines = all.split('\n').map((text, index) => ({ line: index + 1, text: text.trim() }))
    return lines.filter(({ text }) => text !== '' && !text.startsWith('#'))
  } catch (error) {
    throw new ContentError(`${content}/${name}`, '欄位', '找不到這個檔案', { cause: error })
  }
}
