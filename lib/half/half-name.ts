/** What becomes of a half, for its giver. */
export const HALF_STATE_LABELS = {
  unconfirmed: '等您確認信箱',
  waiting: '等我們看過',
  shown: '大家看得到',
  aside: '沒有顯示',
} as const

/** The longest name beside a half, in characters. */
export const LONGEST_NAME = 12

/** A name as names are compared: without blanks and signs, in small letters. */
export function nameKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** How a half is named where it is shown. */
export function namedAfter(name: string): string {
  return name === '' ? '沒有署名的人' : name
}
