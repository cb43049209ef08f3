import 'server-only'

import { z } from 'zod'

import type { FullAccount } from '#lib/account/account.ts'
import { DatabaseUnavailable } from '#lib/adapters/firestore/database.ts'
import { MAX_LINES, MOST_REPLACED } from '#lib/cart/cart.ts'
import { CODE_FORM } from '#lib/discount/code-form.ts'
import { codeMember, readCode } from '#lib/discount/discount-store.ts'
import {
  afterUses,
  type CodeMember,
  codeProblem,
  type CodeProblem,
  type CodeUseRequest,
  priceTerms,
  type StoredCode,
  wantsFreedUse,
} from '#lib/discount/discount.ts'
import { readReservedStock } from '#lib/inventory/inventory-store.ts'
import {
  afterMoves,
  reversedMoves,
  missingLines,
  missingStock,
  type ReservedStock,
  stockOf,
  type ReservedStockByProduct,
} from '#lib/inventory/stock.ts'
import { checkLines, type RefusedLine } from '#lib/price/check-price.ts'
import type { OfferTerms } from '#lib/price/offers.ts'
import type { CodeTerms } from '#lib/price/price-cart.ts'
import { onOpenDays } from '#lib/product/on-open-days.ts'
import { withOverride } from '#lib/product/override.ts'
import type { Product } from '#lib/product/product.ts'
import type { CancelRight } from './cancel-right-schema.ts'
import { cancelRightsOf } from './cancel-right.ts'
import { expireReservation } from './expire-reservation.ts'
import type { OrderItem } from './order-item.ts'
import { type OrderedLine, orderedLineSchema } from './order-request.ts'
import {
  changeOrder,
  orderDocument,
  overdueReservations,
  overdueUses,
  readOrders,
} from './order-store.ts'
import type { Order } from './order.ts'
import { currentPromises } from './placement.ts'

/** A cart as an order would be now: its lines with prices and pre-orders, and the lines that can't be bought. */
export type CartCheck = {
  readonly items: readonly OrderItem[]
  readonly refused: readonly RefusedLine[]
  /** Rights to cancel that the order would have. */
  readonly cancelRights: readonly CancelRight[]
  /** The offers that run now. */
  readonly offers: readonly OfferTerms[]
}

/** Milliseconds to cache a stock count: shoppers look at carts more often than they buy. */
const REMEMBERED_FOR = 10_000

const NONE: ReservedStock = { stock: 0, preorder: 0 }
const remembered = new Map<string, { readonly at: number; readonly taken: ReservedStock }>()

// With the database away a cart is checked by the catalogue alone; the order's own transaction decides.
async function takenOf(
  items: readonly OrderItem[],
  offers: readonly Product[],
  now: Date,
): Promise<ReservedStockByProduct> {
  const isOld = (id: string) => now.getTime() - (remembered.get(id)?.at ?? 0) > REMEMBERED_FOR
  const old = offers.map(({ id }) => id).filter(isOld)
  const context = { now, by: 'sweep' } as const
  try {
    const read = new Map(await readReservedStock(old))
    const missing = new Set(missingStock({ items }, read, offers).map(({ item }) => item.id))
    for (const [id, taken] of read) {
      if (!missing.has(id)) continue
      // Units of overdue reservations are free for another buyer.
      const { orders } = await overdueReservations(id, now)
      const lapsing = orders.filter((order) =>
        expireReservation(order, 'needed-by-another', context),
      )
      const free = reversedMoves(lapsing.flatMap(({ items: held }) => stockOf(held)))
      read.set(id, afterMoves(taken, free, id))
    }
    for (const [id, taken] of read) remembered.set(id, { at: now.getTime(), taken })
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
  }
  return new Map(offers.map(({ id }) => [id, remembered.get(id)?.taken ?? NONE]))
}

/** Checks a cart as the order would be checked, without placing anything. What is left of a product may be ten seconds old. */
export async function checkCart(
  lines: readonly OrderedLine[],
  {
    products,
    offers,
    now,
  }: Pick<CartCheck, 'offers'> & { readonly products: readonly Product[]; readonly now: Date },
): Promise<CartCheck> {
  const { items, refused } = checkLines(lines, { products, now })
  const wanted = products.filter(({ id }) => items.some((item) => item.id === id))
  const taken = await takenOf(items, wanted, now)
  const missing = missingLines(missingStock({ items }, taken, wanted))
  const current = wanted.map((product) =>
    onOpenDays(withOverride(product, taken.get(product.id)?.override)),
  )
  return {
    items: currentPromises(items, taken),
    refused: [...refused, ...missing],
    cancelRights: cancelRightsOf(items, current),
    offers,
  }
}

/**
 * Ends other orders' overdue reservations; one query a product, one transaction a reservation. Throws
 * DatabaseUnavailable.
 */
export async function expireIfOverdue({
  id: own,
  items,
}: Pick<Order, 'id' | 'items'>): Promise<void> {
  const context = { now: new Date(), by: 'sweep' } as const
  for (const product of new Set(items.map(({ id }) => id))) {
    const { orders } = await overdueReservations(product, context.now)
    for (const { id } of orders.filter((order) => order.id !== own)) {
      await changeOrder(id, (stored) => expireReservation(stored, 'needed-by-another', context))
    }
  }
}

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
  { uid, member: { keys } }: { readonly uid: string; readonly member: CodeMember },
): Promise<StoredCode> {
  if (keys.every((key) => (stored.members[key] ?? 0) === 0)) return stored
  const orders = await readOrders(replaces.map((key) => orderDocument(uid, key)))
  const own = orders.filter(
    ({ status, discount }) => status === '待付款' && discount?.code === code,
  )
  return afterUses(stored, code, own.flatMap(returnedUse))
}

const returnedUse = ({ discount }: Order) =>
  discount ? [{ code: discount.code, member: discount.member, uses: -1 }] : []

/**
 * Says whether a member can use a code for these lines now, and by which terms. Takes nothing: the
 * order's own transaction decides. Throws DatabaseUnavailable.
 */
export async function checkCode(
  account: Pick<FullAccount, 'uid' | 'email' | 'emailVerified'>,
  question: CodeCheckInput,
  {
    products,
    offers,
    now,
  }: Pick<CodeUseRequest, 'offers' | 'now'> & { readonly products: readonly Product[] },
): Promise<CodeAnswer> {
  const { uid } = account
  const { code } = question
  const member = codeMember(account)
  const stored = await withoutOwn(await readCode(code), question, { uid, member })
  const { items } = checkLines(question.lines, { products, now })
  const wish = { lines: items, member, products, offers, now }
  const first = codeProblem(stored, wish)
  // The order would end an overdue one that keeps a use.
  const problem = wantsFreedUse(first)
    ? codeProblem(
        afterUses(stored, code, (await overdueUses(code, now)).flatMap(returnedUse)),
        wish,
      )
    : first
  if (problem || !stored.terms) {
    return { ok: false, code: 'discount', problem: problem ?? { why: 'unknown' } }
  }
  return { ok: true, data: priceTerms(stored.terms, products) }
}
