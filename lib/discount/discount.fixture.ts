import type { DiscountCode, StoredCode } from './discount.ts'

/** A code that takes NT$100 off anything, ten times, once a member. */
export const makeCode = (fields: Partial<DiscountCode> = {}): DiscountCode => ({
  code: 'SUMMER',
  gives: 'amount',
  value: 100,
  from: 0,
  mostUses: 10,
  mostPerMember: 1,
  products: [],
  creators: [],
  note: '',
  isPaused: false,
  madeAt: '2026-11-01T00:00:00.000Z',
  madeBy: 'owner@shop.example',
  ...fields,
})

/** The same as it is stored, never used. */
export const makeStoredCode = (
  fields: Partial<DiscountCode> = {},
  uses: Partial<StoredCode> = {},
): StoredCode => ({ uses: 0, members: {}, terms: makeCode(fields), ...uses })
