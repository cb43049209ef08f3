import { formatDay } from '../time/taipei-time.ts'
import type { Availability } from './availability.ts'
import type { Product, Story } from './product.ts'

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

/** The days that a product's prose may name, written {estimated_ship_date}. */
export const PROSE_DAYS = ['preorder_deadline', 'estimated_ship_date', 'facts_known_by'] as const

/** Stands for a day that is settled or not known. */
const NO_DAY = '（日期見上方說明）'

/** The product with the days of its fields in its prose, so that no day is written twice. */
export function withProseDays(product: Product): Product {
  const fill = (text: string) =>
    PROSE_DAYS.reduce((filled, name) => {
      const day = product[name]
      return filled.replaceAll(`{${name}}`, day === undefined ? NO_DAY : formatDay(day))
    }, text)
  const filled = ({ markdown, html }: Story): Story => ({
    markdown: fill(markdown),
    html: fill(html),
  })
  const { subtitle, told } = product
  return {
    ...product,
    subtitle: fill(subtitle),
    ...filled(product),
    ...(told === undefined ? {} : { told: byState((state) => filled(told[state])) }),
  }
}
