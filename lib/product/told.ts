import type { Availability } from './availability.ts'

/** The flag in a product's text for each way in which it is sold: `{sold_out|…}` is told while it is sold out. */
const FLAGS: Readonly<Record<Availability, string>> = {
  preorder: 'preorder',
  'in-stock': 'in_stock',
  'back-order': 'back_order',
  paused: 'paused',
  'sold-out': 'sold_out',
}

// A day of the product, {estimated_ship_date}, may stand inside.
const FLAG = new RegExp(
  `\\{(${Object.values(FLAGS).join('|')})\\|((?:[^{}]|\\{[a-z_]+\\})*)\\}`,
  'g',
)

/** One of each for every way in which a product is sold. */
export function byState<T>(of: (state: Availability) => T): Readonly<Record<Availability, T>> {
  return {
    preorder: of('preorder'),
    'in-stock': of('in-stock'),
    'back-order': of('back-order'),
    paused: of('paused'),
    'sold-out': of('sold-out'),
  }
}

/** A product's text as it is told while the product is sold so (rule 974). */
export function toldAs(text: string, state: Availability): string {
  return text.replaceAll(FLAG, (_whole, flag: string, words: string) =>
    flag === FLAGS[state] ? words : '',
  )
}

/** Whether a text is told differently by how its product is sold. */
export function followsSale(text: string): boolean {
  return text.search(FLAG) >= 0
}

const STATE_WORDS = /已售完|預購中|現貨|存貨/

/** The first word of a text that says how a product is sold without a flag that follows it, or nothing. */
export function unflaggedState(text: string): string | undefined {
  return STATE_WORDS.exec(text.replaceAll(FLAG, ''))?.[0]
}
