import { hasPassed } from './availability.ts'
import { factsPromisedBy, type Product } from './product.ts'

/** The days of a product that ask its owner something: the pre-order's last, shipping, and facts. */
export type DayAbout = 'deadline' | 'shipping' | 'facts'

/** A day (YYYY-MM-DD) of a product that is near or has passed without the owner's answer. */
export type DayQuestion = {
  readonly product: string
  readonly title: string
  readonly about: DayAbout
  readonly day: string
  readonly isOver: boolean
  readonly isOffSale: boolean
}

/** In days: the first page asks from then on. */
const REMINDED_BEFORE_DAYS = 14

/** In days before a day: one mail each, and one on the day itself. */
const MAILS: Readonly<Record<DayAbout, readonly number[]>> = {
  deadline: [14, 1, 0],
  shipping: [14, 1, 0],
  facts: [14, 3, 0],
}

const DAY = 24 * 60 * 60 * 1000

/** The whole days from `now` until a day begins in Taipei; 0 on the day, below it after. */
function daysUntil(day: string, now: Date): number {
  return Math.ceil((Date.parse(`${day}T00:00:00+08:00`) - now.getTime()) / DAY)
}

// After the last day nothing is asked of what has no units: that sale has ended by itself.
function deadlineOf({ preorder, preorder_deadline: day, stock }: Product, now: Date) {
  if (!preorder || day === undefined) return undefined
  return hasPassed(day, now) && stock === 0 ? undefined : day
}

/** The questions to the owner at `now` from the days of a product, as it is sold now. */
export function dayQuestions(product: Product, now: Date): readonly DayQuestion[] {
  const days = [
    ['deadline', deadlineOf(product, now)],
    ['shipping', product.estimated_ship_date],
    ['facts', factsPromisedBy(product)],
  ] as const
  return days.flatMap(([about, day]) => {
    if (day === undefined || daysUntil(day, now) > REMINDED_BEFORE_DAYS) return []
    const { id, title, preorder, stock } = product
    const isOffSale = !preorder && stock === 0
    return [{ product: id, title, about, day, isOver: hasPassed(day, now), isOffSale }]
  })
}

/** Which of a question's mails is due: how many days before its day. The latest stands for those before it. */
export function mailDue({ about, day }: DayQuestion, now: Date): number | undefined {
  return MAILS[about].findLast((before) => daysUntil(day, now) <= before)
}
