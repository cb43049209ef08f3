import type { StoredMovement } from '#lib/ledger/entries.ts'
import type { paidParts } from '#lib/ledger/paid-parts.ts'
import type { Order } from '#lib/order/order.ts'
import { live, PAID, withVariants } from './lived-order.fixture.ts'
import { salesOf } from './sales.ts'

export const products = [
  { id: 'a', creator: 'studio' },
  { id: 'b', creator: 'lin' },
]

export const { order: SOLD, movements: BOOKED } = live(withVariants(PAID))

export const short = (parts: ReturnType<typeof paidParts>) =>
  parts.map(({ product, units, amount, sizes }) => [
    product,
    units,
    amount,
    sizes.map(({ size, quantity }) => `${size}${quantity}`).join(' '),
  ])

export const november = { from: '2026-11-01', until: '2026-11-30' }

export const reportOf = (movements: readonly StoredMovement[], orders: readonly Order[]) =>
  salesOf(november, movements, { orders, products })
