import type { RefusedLine } from '../price/check-price.ts'
import type { OrderItem } from './order.ts'

/** Why no order was placed; the cart's refused lines or the true total come along. `ended`: this confirmation was cancelled since, a new one needs a new key. */
export type OrderRefusal =
  | {
      readonly ok: false
      readonly code:
        | 'person-incomplete'
        | 'address-incomplete'
        | 'place-unlisted'
        | 'too-many'
        | 'ended'
        | 'unproven'
    }
  | { readonly ok: false; readonly code: 'lines'; readonly refused: readonly RefusedLine[] }
  | {
      readonly ok: false
      readonly code: 'total'
      readonly items: readonly OrderItem[]
      readonly total: number
    }

/** The order that was placed, or why none was. */
export type OrderAnswer = { readonly ok: true; readonly id: string } | OrderRefusal
