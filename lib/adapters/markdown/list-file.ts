import 'server-only'

import { readFile } from 'node:fs/promises'

import { ContentError, placeOf } from './content-file.ts'

/** A line of a list file, and its number in the file, from 1. */
export type ListLine = { readonly line: number; readonly text: string }

/**
 * Reads a file of a content folder that holds one entry a line; blank lines and lines that begin
 * with # count for nothing. Throws ContentError for a file that can't be read.
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
