import 'server-only'

import { z } from 'zod'

import type { Account } from '../account/account.ts'
import { readCode, codeMember } from './discount-store.ts'
import { readOrders } from '#lib/order/order-store.ts'
import { MAX_LINES, MOST_REPLACED } from '../cart/cart.ts'
import { orderDocument } from '../order/execute.ts'
import { orderedLineSchema } from '../order/order.ts'
import { checkLines } from '../price/price.ts'
import { CODE_FORM } from '../price/code-form.ts'
import type { CodeTerms } from '../price/discount.ts'
import type { Product } from '../product/product.ts'
import {
  afterUses,
  codeProblem,
  type CodeProblem,
  type CodeWish,
  priceTerms,
  type StoredCode,
} from './discount.ts'

/** A code as it was typed, what it is wanted for, and the keys of the checkout's own earlier confirmations. */
export const codeCheckSchema = z.object({
  code: z.string().regex(CODE_FORM),
  lines: z.array(orderedLineSchema).min(1).max(MAX_LINES),
  replaces: z.array(z.uuid()).max(MOST_REPLACED + 1),
})
export type CodeCheckInput = Readonly<z.infer<typeof codeCheckSchema>>

/** The terms by which a code changes the price of a cart, or why it can't be used. */
export type CodeAnswer =
  | { readonly ok: true; readonly data: CodeTerms }
  | { readonly ok: false; readonly code: 'discount'; readonly problem: CodeProblem }

// An unpaid order of the same checkout gives its use back when the next one replaces it.
async function withoutOwn(
  stored: StoredCode,
  { code, replaces }: CodeCheckInput,
  uid: string,
): Promise<StoredCode> {
  const member = codeMember(uid)
  if (stored.terms === undefined || (stored.members[member] ?? 0) === 0) return stored
  const orders = await readOrders(replaces.map((key) => orderDocument(uid, key)))
  const own = orders.filter(
    ({ status, discount }) => status === '待付款' && discount?.code === code,
  )
  return afterUses(
    stored,
    code,
    own.map(() => ({ code, member, uses: -1 })),
  )
}

/**
 * Says whether a member can use a code for these lines now, and by which terms. Takes nothing: the
 * order's own transaction decides. Throws DatabaseUnavailable.
 */
export async function checkCode(
  { uid }: Pick<Account, 'uid'>,
  input: CodeCheckInput,
  {
    products,
    offers,
    now,
  }: Pick<CodeWish, 'offers' | 'now'> & { readonly products: readonly Product[] },
): Promise<CodeAnswer> {
  const stored = await withoutOwn(await readCode(input.code), input, uid)
  const { items } = checkLines(input.lines, { products, now })
  const wish = { lines: items, member: codeMember(uid), products, offers, now }
  const problem = codeProblem(stored, wish)
  if (problem || !stored.terms) {
    return { ok: false, code: 'discount', problem: problem ?? { why: 'unknown' } }
  }
  return { ok: true, data: priceTerms(stored.terms, products) }
}
