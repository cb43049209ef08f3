import { formatDay } from '../time/taipei-time.ts'
import type { Product, Story } from './product.ts'
import { byState } from './told.ts'

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
