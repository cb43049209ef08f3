import 'server-only'

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import { z } from 'zod'

import { provenAddress } from '#lib/account/proven-address.ts'
import { memberFacts } from '#lib/adapters/firebase-auth/sessions.ts'
import { MAILED_LINK_DAYS } from '#lib/company/company.ts'
import { readOrder } from '#lib/order/order-store.ts'
import type { Order } from '#lib/order/order.ts'
import { pendingTransfer } from '#lib/payment/refund/bank-account-request.ts'
import { openManualRefunds } from '#lib/payment/refund/manual-refund.ts'
import type { RefundRequest } from '#lib/payment/refund/refund-record.ts'
import { REFUND_ACCOUNT_PATH } from '#lib/routes/paths.ts'
import { signatures } from '#lib/settings/signatures.ts'
import type { Mail } from './mail.ts'

/** Fragment of a mailed link: document id and key. */
export const mailedLinkSchema = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  key: z.string().regex(/^[0-9a-f]{32}$/),
})
export type MailedLink = Readonly<z.infer<typeof mailedLinkSchema>>

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** An id of 32 hexadecimal digits, the same for the same words. */
export function hashedId(...words: readonly string[]): string {
  return sha256(words.join(' ')).toString('hex').slice(0, 32)
}

/** A random key for a link, and its SHA-256, which is all that is stored. */
export function newMailedKey(): { readonly key: string; readonly keyHash: string } {
  const key = randomBytes(16).toString('hex')
  return { key, keyHash: sha256(key).toString('hex') }
}

/** Whether a key is the one of this hash; compared in constant time. */
export function isKeyOf(keyHash: string, key: string): boolean {
  const stored = Buffer.from(keyHash, 'hex')
  const sent = sha256(key)
  return stored.length === sent.length && timingSafeEqual(stored, sent)
}

const DAY = 24 * 60 * 60_000

/** For so long a mail's link shows its order, in milliseconds. */
export const LINK_FOR = MAILED_LINK_DAYS * DAY
const TO_REFUND = 'link to the account of a refund'

// The address is signed but not in the link: one that is no more the order's opens nothing.
export const signed = (order: string, until: number, address: string) =>
  `${order} ${until} ${address.toLowerCase()}`

export const linkEnd = (from: string) => Math.floor((Date.parse(from) + LINK_FOR) / 1000)

export function isOneOf(rights: readonly Buffer[], signature: string): boolean {
  const given = Buffer.from(signature, 'base64url')
  return rights.some((right) => right.length === given.length && timingSafeEqual(right, given))
}

/**
 * Path with the signed link by which the buyer of an order names the account for one of its refunds, by the address of its
 * mail or, on the order's own page, by the member's uid; undefined without a secret to sign by. What is signed follows #,
 * as in every mailed link.
 */
export function refundAccountPath(
  { id, email }: Pick<Order, 'id' | 'email'>,
  refund: number,
  from: string,
): string | undefined {
  const until = linkEnd(from)
  const [signature] = signatures(signed(`${id} ${refund}`, until, email), TO_REFUND)
  const link = `${id}.${refund}.${until}`
  return signature && `${REFUND_ACCOUNT_PATH}#${link}.${signature.toString('base64url')}`
}

/** A refund by transfer that waits for its account, and the page that asks its signed-in buyer for it. */
export type BankAccountLink = Pick<RefundRequest, 'number' | 'amount' | 'accountAt'> & {
  readonly path: string
}

/** The owed refunds of an order that go to an account, each with its link. Only the order's own member may be shown them. */
export function findBankAccountRequests(
  order: Order,
  now = new Date(),
): readonly BankAccountLink[] {
  return openManualRefunds(order.payment).flatMap(({ number, amount, accountAt, toBank }) => {
    const own = { id: order.id, email: order.uid }
    const path = toBank && refundAccountPath(own, number, now.toISOString())
    return path ? [{ number, amount, accountAt, path }] : []
  })
}

/** The path of that link in a mail, or undefined for a mail that has none. */
export function mailedAccountPath({ order, to, values, createdAt }: Mail): string | undefined {
  const refund = values?.refund_number
  if (order === undefined || to === undefined || refund === undefined) return undefined
  return refundAccountPath({ id: order, email: to.address }, Number(refund), createdAt)
}

// Who may say where the money goes: the member, and the buyer's own address while it is the account's, or the account is
// gone. No other: a copy of a mail may go to whom a present is sent, and an unproven address may be a stranger's.
async function refundHolders(order: Order): Promise<readonly string[]> {
  const { history, uid, email, emailUnverified } = order
  if (history.some(({ type }) => type === 'person.erased')) return []
  const member = uid === '' ? undefined : await memberFacts(uid)
  if (!member) return emailUnverified ? [] : [email]
  const isOwn = provenAddress(member)?.toLowerCase() === email.toLowerCase()
  return isOwn ? [uid, email] : [uid]
}

/** An order and the refund by transfer that it owes. */
export type PendingTransfer = { readonly order: Order; readonly request: RefundRequest }

/**
 * The pending refund of a link, or undefined for a link that is over, taken back or made up, and once the refund was made or
 * withdrawn. Throws DatabaseUnavailable, SignInUnavailable.
 */
export async function openRefundAccount(
  link: string,
  now: Date,
): Promise<PendingTransfer | undefined> {
  const parts = /^([\w-]{1,64})\.(\d{1,4})\.(\d{1,12})\.([\w-]{43})$/.exec(link)
  const [, id = '', refund = '', until = '', signature = ''] = parts ?? []
  if (!parts || Number(until) * 1000 <= now.getTime()) return undefined
  const order = await readOrder(id)
  const request = order && pendingTransfer(order, Number(refund))
  if (!request) return undefined
  const rights = (await refundHolders(order)).flatMap((holder) =>
    signatures(signed(`${id} ${refund}`, Number(until), holder), TO_REFUND),
  )
  return isOneOf(rights, signature) ? { order, request } : undefined
}
