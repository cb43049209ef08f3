import { array, constantFrom, integer, record } from 'fast-check'

import type { OfferTerms } from './reductions.ts'

/** An offer of two pieces of anything together for NT$900. */
export const makeOffer = (fields: Partial<OfferTerms> = {}): OfferTerms => ({
  title: '兩件一起',
  gives: 'bundle',
  amount: 900,
  pieces: 2,
  minimum: 0,
  goods: '',
  ...fields,
})

/** Products of any cart. */
export const IDS = ['a', 'b', 'c'] as const

/** Any cart of at most so many lines, and so many pieces a line. */
export const anyCart = (most: { readonly lines: number; readonly pieces: number }) =>
  array(
    record({
      id: constantFrom(...IDS),
      price: integer({ min: 1, max: 5000 }),
      quantity: integer({ min: 1, max: most.pieces }),
    }),
    { minLength: 1, maxLength: most.lines },
  )
