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
