import { z } from 'zod'

import type { OfferedLine, OfferTerms } from '#lib/price/offers.ts'
import { CODE_GIFTS, codeMisfit, type CodeMisfit, type CodeTerms } from '#lib/price/price-cart.ts'
import { withReduction } from '#lib/price/price.ts'
import { formatDay, taipeiDay } from '#lib/time/taipei-time.ts'
import { CODE_FORM } from './code-form.ts'

/**
 * The most uses of a code. It bounds what a code can cost, and the size of its document, which names
 * each member who used it.
 */
export const MOST_USES = 5_000

/** The largest share that a code takes off, in per cent: something is always left to pay. */
export const MOST_PERCENT = 90

/**
 * The terms of a code as its owner made them. They never change, so that a price that was shown
 * holds; a code is only paused. Days are Taipei's, both included.
 */
export const codeTermsSchema = z.object({
  gives: z.enum(CODE_GIFTS),
  value: z.int().min(0),
  from: z.int().min(0),
  starts: z.iso.date().optional(),
  ends: z.iso.date().optional(),
  mostUses: z.int().min(1).max(MOST_USES),
  mostPerMember: z.int().min(1).max(MOST_USES),
  products: z.array(z.string()),
  creators: z.array(z.string()),
  /** What the owner wrote about it: whose it is, where it was handed out. */
  note: z.string(),
  isPaused: z.boolean(),
  madeAt: z.iso.datetime(),
  madeBy: z.string(),
})

/** A code: what it is called, and its terms. */
export type DiscountCode = Readonly<z.infer<typeof codeTermsSchema>> & { readonly code: string }

/** How often a code was used by orders that count, in all and by the hash of the member. */
export type CodeUses = {
  readonly uses: number
  readonly members: Readonly<Record<string, number>>
}

/** The document discounts/{code}: the terms, where it is a code, and its uses. */
export type StoredCode = CodeUses & { readonly terms: DiscountCode | undefined }

/** What the key of a member begins with whose address is unproven. */
export const UNPROVEN = '?'

/** Who uses a code: the key under which a use is counted, and every key whose uses are this person's. */
export type CodeMember = { readonly key: string; readonly keys: readonly string[] }

/** Members with an unproven address use at most a fifth of what the others leave of a code: accounts are free. */
const UNPROVEN_PART = 5

function isShareOver({ uses, members }: CodeUses, mostUses: number): boolean {
  const unproven = Object.entries(members)
    .filter(([key]) => key.startsWith(UNPROVEN))
    .reduce((sum, [, count]) => sum + count, 0)
  return (unproven + 1) * UNPROVEN_PART > mostUses - (uses - unproven)
}

/** A change of a code's uses: one more, or one given back. */
export type UseMove = { readonly code: string; readonly member: string; readonly uses: number }

/** Returns the uses of a code after these moves. */
export function afterUses<Stored extends CodeUses>(
  stored: Stored,
  code: string,
  moves: readonly UseMove[],
): Stored {
  const own = moves.filter((move) => move.code === code)
  const members = new Map(Object.entries(stored.members))
  for (const { member, uses } of own) members.set(member, (members.get(member) ?? 0) + uses)
  const uses = own.reduce((sum, move) => sum + move.uses, stored.uses)
  return { ...stored, uses, members: Object.fromEntries(members) }
}

/** A product, as far as a code may be for it. */
export type CodeProduct = { readonly id: string; readonly title: string; readonly creator: string }

type FittingMisfit = Exclude<CodeMisfit, { why: 'not-for-these' }>

type ClosedProblem =
  | { readonly why: 'paused' | 'over' | 'used-up' }
  | { readonly why: 'not-yet'; readonly starts: string }

/** Why a code can't be used: what the shopper is notified. */
export type CodeProblem =
  | ClosedProblem
  | { readonly why: 'unknown' | 'used-by-you' | 'unproven' }
  | { readonly why: 'not-for-these'; readonly titles: readonly string[] }
  | FittingMisfit

// The products that a code is for, or undefined for all.
function productsFor({ products, creators }: DiscountCode, catalogue: readonly CodeProduct[]) {
  if (products.length + creators.length === 0) return undefined
  return catalogue.filter(({ id, creator }) => products.includes(id) || creators.includes(creator))
}

/** The terms by which a code changes a price, with the products that it is for. */
export function priceTerms(code: DiscountCode, catalogue: readonly CodeProduct[]): CodeTerms {
  const { code: name, gives, value, from } = code
  const products = productsFor(code, catalogue)?.map(({ id }) => id)
  return { code: name, gives, value, from, ...(products ? { products } : {}) }
}

/** Why nobody can use a code now, or undefined if somebody may. */
export function closedProblem(
  terms: DiscountCode,
  uses: number,
  now: Date,
): ClosedProblem | undefined {
  if (terms.isPaused) return { why: 'paused' }
  const { starts, ends } = terms
  const today = taipeiDay(now)
  if (starts !== undefined && today < starts) return { why: 'not-yet', starts }
  if (ends !== undefined && today > ends) return { why: 'over' }
  if (uses >= terms.mostUses) return { why: 'used-up' }
  return undefined
}

/** Who wants to use a code for what, and when. */
export type CodeUseRequest = {
  readonly lines: readonly OfferedLine[]
  readonly member: CodeMember
  readonly products: readonly CodeProduct[]
  /** The offers that run at `now`. */
  readonly offers: readonly OfferTerms[]
  readonly now: Date
}

/** Why a code can't be used so, or undefined if it can. */
export function codeProblem(
  stored: StoredCode,
  { lines, member, products, offers, now }: CodeUseRequest,
): CodeProblem | undefined {
  const { terms } = stored
  if (!terms) return { why: 'unknown' }
  const closed = closedProblem(terms, stored.uses, now)
  if (closed) return closed
  const own = member.keys.reduce((sum, key) => sum + (stored.members[key] ?? 0), 0)
  if (own >= terms.mostPerMember) return { why: 'used-by-you' }
  if (member.key.startsWith(UNPROVEN) && isShareOver(stored, terms.mostUses)) {
    return { why: 'unproven' }
  }
  // What offers took off is weighed against the code, not added to it.
  const plain = lines.map((line) => withReduction(line, 0))
  const misfit = codeMisfit(plain, priceTerms(terms, products), offers)
  if (misfit?.why !== 'not-for-these') return misfit
  const titles = productsFor(terms, products)?.map(({ title }) => title) ?? []
  return { why: 'not-for-these', titles }
}

/** Whether a use that another order gives back would help. */
export function wantsFreedUse(problem: CodeProblem | undefined): boolean {
  return problem?.why === 'used-up' || problem?.why === 'unproven'
}

/** A code as its owner fills it in. */
export type CodeInput = Omit<DiscountCode, 'isPaused' | 'madeAt' | 'madeBy'>

/** Why a code can't be made so. */
export type CodeRefusal =
  | 'code-form'
  | 'code-value'
  | 'code-threshold'
  | 'code-days'
  | 'code-uses'
  | 'code-products'

// What is no number is within nothing.
function isWithin(value: number, min: number, max: number): boolean {
  return value >= min && value <= max
}

/** Why a code can't be made so, or undefined if it can. */
export function codeRefusal(
  input: CodeInput,
  catalogue: readonly CodeProduct[],
): CodeRefusal | undefined {
  const { code, gives, value, from, starts = '', ends = '9', mostUses, mostPerMember } = input
  if (!CODE_FORM.test(code)) return 'code-form'
  const mostValue = gives === 'percent' ? MOST_PERCENT : 20_000
  const isValue = gives === 'free-delivery' ? value === 0 : isWithin(value, 1, mostValue)
  if (!isValue) return 'code-value'
  if (!isWithin(from, 0, 100_000)) return 'code-threshold'
  if (ends < starts) return 'code-days'
  if (!isWithin(mostUses, 1, MOST_USES) || !isWithin(mostPerMember, 1, mostUses)) return 'code-uses'
  const isKnown =
    input.products.every((id) => catalogue.some((codeProduct) => codeProduct.id === id)) &&
    input.creators.every((creator) =>
      catalogue.some((codeProduct) => codeProduct.creator === creator),
    )
  return isKnown ? undefined : 'code-products'
}

/** Whether a code can be used now, as its owner reads it. */
export function codeStateText(code: DiscountCode, uses: number, now: Date): string {
  switch (closedProblem(code, uses, now)?.why) {
    case undefined:
      return '可以用'
    case 'paused':
      return '已暫停'
    case 'not-yet':
      return `${formatDay(code.starts ?? '')}開始`
    case 'over':
      return '已過期'
    case 'used-up':
      return '已用完'
  }
}
