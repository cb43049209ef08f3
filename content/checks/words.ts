import { MAINLAND_TERMS } from './mainland-terms.ts'
import { SIMPLIFIED_CHARACTERS } from './simplified-characters.ts'

/** A word that Taiwan does not write: where (line from 1), what, and what to write instead. */
export type ForeignWord = {
  readonly line: number
  readonly found: string
  readonly write: string
}

/** The Simplified characters of one line, in the order they stand. */
function foreignCharacters(text: string, line: number): ForeignWord[] {
  return (text.match(/\p{Script=Han}/gu) ?? []).flatMap((found) => {
    const write = SIMPLIFIED_CHARACTERS.get(found)
    return write === undefined ? [] : [{ line, found, write }]
  })
}

/** The mainland terms of one line; a term within an innocent phrase (通信息息相關) is none. */
function foreignTerms(text: string, line: number): ForeignWord[] {
  return MAINLAND_TERMS.flatMap(([found, write, ...innocent]) => {
    const suspect = innocent.reduce((rest, phrase) => rest.replaceAll(phrase, '　'), text)
    return suspect.includes(found) ? [{ line, found, write }] : []
  })
}

/** Every Simplified character and mainland term of a text, line by line; empty for a text as written in Taiwan. */
export function findForeignWords(text: string): readonly ForeignWord[] {
  return text
    .split('\n')
    .flatMap((line, index) => [
      ...foreignCharacters(line, index + 1),
      ...foreignTerms(line, index + 1),
    ])
}

/** How many Han characters a reader meets in a markdown text: addresses of links are not read. */
export function countHan(markdown: string): number {
  return markdown.replaceAll(/\]\([^)]*\)/gu, ']').match(/\p{Script=Han}/gu)?.length ?? 0
}
