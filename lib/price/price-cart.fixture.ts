import { array, constantFrom, integer, record } from 'fast-check'

import type { OfferTerms } from './offers.ts'

/** An offer of two units of anything together for NT$900. */
export const makeOffer = (fields: Partial<OfferTerms> = {}): OfferTerms => ({
  title: '兩件一起',
  gives: 'bundle',
  amount: 900,
  units: 2,
  minimum: 0,
  goods: '',
  ...fields,
})

/** Products of any cart. */
export const IDS = ['a', 'b', 'c'] as const

/** Any cart of at most so many lines, and so many units a line. */
export const anyCart = (most: { readonly lines: number; readonly units: number }) =>
  array(
    record({
      id: constantFrom(...IDS),
      price: integer({ min: 1, max: 5000 }),
      quantity: integer({ min: 1, max: most.units }),
    }),
    { minLength: 1, maxLength: most.lines },
  )

export const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

export const shirt = { id: 'a', price: 500, quantity: 1 }

export const other = { id: 'b', price: 700, quantity: 1 }

export type Line = typeof shirt

export const free = makeOffer({ title: '週末免運', gives: 'free-delivery', amount: 0, units: 0 })

export const pair = [{ ...shirt, quantity: 2 }]
