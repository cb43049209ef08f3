import { Converter } from 'opencc-js/cn2t'

import { MAINLAND_TERMS } from './mainland-terms.ts'
import { TRANSLATED_HABITS } from './translated-habits.ts'

const traditional = Converter({ from: 'cn', to: 'tw' })

/** A word that Taiwan does not write: where (line from 1), what, and what to write instead. */
export type ForeignWord = {
  readonly line: number
  readonly found: string
  readonly write: string
}

// Big5's level 1: 5,401 everyday characters. Some are Simplified elsewhere (后, 里, 台), so the
// converter overreports.
const EVERYDAY = new Set(
  Array.from({ length: 0xc6 - 0xa4 + 1 }, (_, row) =>
    Array.from({ length: 0xff - 0x40 }, (_, cell) => [0xa4 + row, 0x40 + cell]),
  )
    .flat()
    .filter(([lead = 0, trail = 0]) => trail <= 0x7e || (trail >= 0xa1 && lead < 0xc6))
    .map((bytes) => new TextDecoder('big5').decode(new Uint8Array(bytes))),
)

// Rarer, and right in Taiwan all the same: names of places and people, and units.
const ALSO_RIGHT = new Set('厘峯嫻涂麴棱醱鍼齶')

// Written in Taiwan as well, but not as the shop writes them.
const VARIANTS: Readonly<Record<string, string>> = {
  儿: '兒',
  听: '聽',
  并: '並',
  晒: '曬',
  綫: '線',
  賬: '帳',
}

/** Returns Taiwan's form of a mainland or Hong Kong character, or undefined if it is right. */
export function inTaiwan(character: string): string | undefined {
  if (VARIANTS[character]) return VARIANTS[character]
  if (EVERYDAY.has(character) || ALSO_RIGHT.has(character)) return undefined
  const write = traditional(character)
  return write === character ? undefined : write
}

/** The Simplified characters of one line, in the order they stand. */
function foreignCharacters(text: string, line: number): ForeignWord[] {
  return (text.match(/\p{Script=Han}/gu) ?? []).flatMap((found) => {
    const write = inTaiwan(found)
    return write === undefined ? [] : [{ line, found, write }]
  })
}

const TERMS = [...MAINLAND_TERMS, ...TRANSLATED_HABITS]

/** The mainland terms and translated habits of one line; one within an innocent phrase (通信息息相關) is none. */
function foreignTerms(text: string, line: number): ForeignWord[] {
  return TERMS.flatMap(([found, write, ...innocent]) => {
    const suspect = innocent.reduce((rest, phrase) => rest.replaceAll(phrase, '　'), text)
    return suspect.includes(found) ? [{ line, found, write }] : []
  })
}

/** Every Simplified character, mainland term and translated habit of a text, line by line; empty for a text as written in Taiwan. */
export function findForeignWords(text: string): readonly ForeignWord[] {
  return text
    .split('\n')
    .flatMap((line, index) => [
      ...foreignCharacters(line, index + 1),
      ...foreignTerms(line, index + 1),
    ])
}

/** Counts the Han characters of a markdown text, without link addresses. */
export function countHan(markdown: string): number {
  return markdown.replaceAll(/\]\([^)]*\)/gu, ']').match(/\p{Script=Han}/gu)?.length ?? 0
}
