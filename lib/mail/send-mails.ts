import 'server-only'

import { createHash, randomBytes, timingSafeEqual, createHmac, hkdfSync } from 'node:crypto'
import { z } from 'zod'
import { memberFacts } from '../adapters/firebase-auth/sessions.ts'
import { readOrder, changeOrder, unpaidOrdersPlaced } from '../order/order-store.ts'
import {
  type Mail,
  orderAddresses,
  type MailDraft,
  addressLimit,
  isToUnproven,
  UNPROVEN_A_DAY,
  UNPROVEN_KINDS,
  unprovenLast,
  afterSending,
  claimMail,
  messageId,
  placedToldIn,
  type Outcome,
  countPaidMails,
  undeliveredMail,
} from './mail.ts'
import { type MailKind, SHOPPER_MAILS } from './placeholders.ts'
import { MAILED_LINK_DAYS, BRAND } from '../company/company.ts'
import { MAILED_ORDER_PATH, REFUND_ACCOUNT_PATH } from '../routes/paths.ts'
import { settings } from '../settings/env.ts'
import type { Order } from '../order/order.ts'
import { type RefundRequest, refundsOwed } from '../order/payment/money-back.ts'
import { owedTransfer } from '../order/payment/refund.ts'
import type { DataRequest, DataRequestKind } from '../account/account.ts'
import {
  isMailEnabled,
  writeMailOnce,
  changeMail,
  countSent,
  mailsDue,
  mailsSentTo,
  drainQueue,
  gatherPaidMails,
  readReminders,
} from './outbox-store.ts'
import { DatabaseUnavailable } from '../adapters/firestore/database.ts'
import { sendMessage } from '../adapters/smtp/send.ts'
import { readTradeOf } from '../adapters/markdown/content-file.ts'
import { log, logFailure } from '../log/log.ts'
import { offeredMethods } from '../order/payment/ask-provider.ts'
import { isEmail } from '../text/plain-text.ts'
import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import { findTemplates, renderMail } from './render-mail.ts'
import { REMIND_AFTER, remindUnpaid } from '../order/view.ts'
import {
  type Answer,
  retry,
  runOperation,
  type Due,
  sweepDue,
  sweepTask,
  type SweepTask,
} from '../operation/operation.ts'

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

const TO_ORDER = 'link of a mail to its order'
const TO_REFUND = 'link to the account of a refund'

// A key of its own for each kind of link, so that no other use of the secret signs one.
function signatures(text: string, use: string): readonly Buffer[] {
  const { SWEEP_SECRET, SWEEP_SECRET_PREVIOUS } = settings()
  return [SWEEP_SECRET, SWEEP_SECRET_PREVIOUS].flatMap((secret) => {
    if (secret === undefined) return []
    const key = Buffer.from(hkdfSync('sha256', secret, '', use, 32))
    return [createHmac('sha256', key).update(text).digest()]
  })
}

// The address is signed but not in the link: one that is no more the order's opens nothing.
const signed = (order: string, until: number, address: string) =>
  `${order} ${until} ${address.toLowerCase()}`

const linkEnd = (from: string) => Math.floor((Date.parse(from) + LINK_FOR) / 1000)

const KINDS: ReadonlySet<MailKind> = new Set(SHOPPER_MAILS)

/**
 * Path with the signed link of a mail to its order; undefined for the owner's mails and those to an address
 * that nobody has proven. What is signed follows #, so no server's log and no referrer has it (rule 1240).
 */
export function mailedOrderPath({
  kind,
  order,
  to,
  createdAt,
}: Pick<Mail, 'kind' | 'order' | 'to' | 'createdAt'>): string | undefined {
  if (order === undefined || to === undefined || !KINDS.has(kind)) return undefined
  const until = linkEnd(createdAt)
  const [signature] = signatures(signed(order, until, to.address), TO_ORDER)
  return signature && `${MAILED_ORDER_PATH}#${order}.${until}.${signature.toString('base64url')}`
}

// An account that was deleted, or that has another e-mail by now, takes back the links to its old one.
async function addressesNow(order: Order): Promise<readonly string[]> {
  if (order.history.some(({ type }) => type === 'person.erased')) return []
  const addresses = orderAddresses(order)
  if (order.uid === '') return addresses
  const member = await memberFacts(order.uid)
  if (!member) return []
  const isAccounts = (address: string) => address.toLowerCase() === order.email.toLowerCase()
  const isLeft = member.email.toLowerCase() !== order.email.toLowerCase()
  return addresses.filter((address) => !(isLeft && isAccounts(address)))
}

/**
 * The order of a mail's link; undefined for a link that is over, taken back or made up. One read, and one
 * question to the sign-in service. Throws DatabaseUnavailable, SignInUnavailable.
 */
export async function openMailedOrder(link: string, now: Date): Promise<Order | undefined> {
  const [, id, until, signature] = /^([\w-]{1,64})\.(\d{1,12})\.([\w-]{43})$/.exec(link) ?? []
  if (id === undefined || until === undefined || signature === undefined) return undefined
  const end = Number(until)
  if (end * 1000 <= now.getTime()) return undefined
  const order = await readOrder(id)
  if (!order) return undefined
  const isSigned = (address: string) =>
    isOneOf(signatures(signed(id, end, address), TO_ORDER), signature)
  return (await addressesNow(order)).some(isSigned) ? order : undefined
}

function isOneOf(rights: readonly Buffer[], signature: string): boolean {
  const given = Buffer.from(signature, 'base64url')
  return rights.some((right) => right.length === given.length && timingSafeEqual(right, given))
}

/**
 * Path with the signed link by which the buyer of an order names the account for one of its refunds; undefined without a
 * secret to sign by. What is signed follows #, as in every mailed link.
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
export type RefundAskLink = Pick<RefundRequest, 'number' | 'amount' | 'accountAt'> & {
  readonly path: string
}

/** The owed refunds of an order that go to an account, each with its link. Only the order's own member may be shown them. */
export function findRefundAsks(order: Order, now = new Date()): readonly RefundAskLink[] {
  return refundsOwed(order.payment).flatMap(({ number, amount, accountAt, toBank }) => {
    const path = toBank && refundAccountPath(order, number, now.toISOString())
    return path ? [{ number, amount, accountAt, path }] : []
  })
}

/** The path of that link in a mail; undefined for a mail that has none. */
export function mailedAccountPath({ order, to, values, createdAt }: Mail): string | undefined {
  const refund = values?.refund_number
  if (order === undefined || to === undefined || refund === undefined) return undefined
  return refundAccountPath({ id: order, email: to.address }, Number(refund), createdAt)
}

/** An order and the refund by transfer that it owes. */
export type OwedTransfer = { readonly order: Order; readonly request: RefundRequest }

/**
 * The owed refund of a link; undefined for a link that is over, taken back or made up, and once the refund was made or
 * withdrawn. Throws DatabaseUnavailable, SignInUnavailable.
 */
export async function openRefundAccount(
  link: string,
  now: Date,
): Promise<OwedTransfer | undefined> {
  const parts = /^([\w-]{1,64})\.(\d{1,4})\.(\d{1,12})\.([\w-]{43})$/.exec(link)
  const [, id = '', refund = '', until = '', signature = ''] = parts ?? []
  if (!parts || Number(until) * 1000 <= now.getTime()) return undefined
  const order = await readOrder(id)
  const request = order && owedTransfer(order, Number(refund))
  if (!request) return undefined
  // The buyer's own address alone: a copy of a mail may go to whom a present is sent.
  if (!(await addressesNow(order)).includes(order.email)) return undefined
  const rights = signatures(signed(`${id} ${refund}`, Number(until), order.email), TO_REFUND)
  return isOneOf(rights, signature) ? { order, request } : undefined
}

const REQUEST_WORDS: Readonly<Record<DataRequestKind, string>> = {
  export: '一份自己的資料複本',
  erase: '刪除自己的資料',
}

const OUTCOME_WORDS: Readonly<Record<DataRequestKind, string>> = {
  export: '資料複本會另外寄到這個信箱。',
  erase: '帳號與可以刪除的資料都刪除了；法律要保存的訂單，保存期滿就刪除。',
}

/** A mail about a request of a member's, once for each request; none where the member has no e-mail. */
export function dataRequestMails(
  { uid, email, kind, askedAt }: DataRequest,
  step: 'requested' | 'done',
): readonly MailDraft[] {
  const values = {
    data_request: REQUEST_WORDS[kind],
    ...(step === 'done' ? { data_outcome: OUTCOME_WORDS[kind] } : {}),
  }
  const draft = (of: MailKind): MailDraft => {
    const event = `${of}-${kind}-${uid}-${askedAt.slice(0, 10)}`
    return { id: event, event, kind: of, values }
  }
  const to = { address: email, name: '' }
  return [
    ...(email === '' ? [] : [{ ...draft(`data-${step}`), to }]),
    ...(step === 'requested' ? [draft('owner-data-request')] : []),
  ]
}

/** Writes the mails of a step of these requests into the outbox, each once. Throws DatabaseUnavailable. */
export async function writeDataRequestMails(
  requests: readonly DataRequest[],
  step: 'requested' | 'done',
  now: Date,
): Promise<void> {
  if (!isMailEnabled()) return
  for (const draft of requests.flatMap((request) => dataRequestMails(request, step))) {
    await writeMailOnce(draft, now)
  }
}

const AT_ONCE = 5

/** In milliseconds: a run starts no further work after this. */
const ENOUGH = 20_000

/** Attempts to record an outcome: an unrecorded mail would be sent twice. */
const NOTE_TRIES = 3

/** Counts of an outbox run: sent, postponed, given up. */
export type Mailing = { readonly sent: number; readonly later: number; readonly failed: number }

function addressee({ to, kind }: Mail) {
  if (to) return to
  const address = settings().OWNER_EMAIL
  return kind.startsWith('owner-') && address !== undefined ? { address, name: '' } : undefined
}

async function sending(mail: Mail): Promise<Outcome> {
  const { NEXT_PUBLIC_SITE_URL: site, MAIL_FROM = CONTACT_EMAIL } = settings()
  const to = addressee(mail)
  if (!to || !isEmail(to.address)) return { kind: 'bounced', problem: 'no such address' }
  const rendered = renderMail(mail, await findTemplates(), {
    site,
    trade: await readTradeOf(),
    methods: offeredMethods(),
    view: mailedOrderPath(mail),
    account: mailedAccountPath(mail),
  })
  return sendMessage({
    ...rendered,
    messageId: messageId(mail, new URL(site).hostname),
    from: { name: BRAND, address: MAIL_FROM },
    to,
    replyTo: CONTACT_EMAIL,
  })
}

// The mail of a placed order says nothing new once its payment or its end was told.
async function toldElsewhere(mail: Mail): Promise<Outcome | undefined> {
  if (mail.kind !== 'placed' || mail.order === undefined) return undefined
  const order = await readOrder(mail.order)
  const gatheredIn = order && placedToldIn(mail, order)
  return gatheredIn === undefined ? undefined : { kind: 'sent', gatheredIn }
}

// Words that can't be read are mended within three days as well.
async function trySending(mail: Mail): Promise<Outcome> {
  try {
    return await sending(mail)
  } catch (error) {
    logFailure('mail', error, { order: mail.number, kind: mail.kind })
    return { kind: 'failed', problem: 'words' }
  }
}

function recordOutcome(held: Mail, outcome: Outcome) {
  return (stored: Mail) => {
    const mail = afterSending(stored, held, outcome, new Date())
    const tells = mail && undeliveredMail(mail)
    return mail && (tells ? { mail, tells } : { mail })
  }
}

async function note(held: Mail, outcome: Outcome): Promise<Mail> {
  const change = () => changeMail(held.id, recordOutcome(held, outcome))
  const mail =
    (await retry(change, {
      tries: NOTE_TRIES,
      isWorth: (error) => error instanceof DatabaseUnavailable,
    })) ?? held
  const { kind, number: order, attempts, state } = mail
  const problem = outcome.kind === 'sent' ? undefined : outcome.problem
  const facts = { order, kind, state, attempts, outcome: outcome.kind, problem }
  log('mail', facts, state === 'failed' ? 'ERROR' : problem === undefined ? 'INFO' : 'WARNING')
  return mail
}

// Applies the hourly limit per address, and the daily limit for unverified addresses.
async function withheld(mail: Mail, now: Date): Promise<Outcome | undefined> {
  const yesterday = new Date(now.getTime() - DAY)
  if (isToUnproven(mail) && (await countSent(UNPROVEN_KINDS, yesterday)) >= UNPROVEN_A_DAY) {
    return { kind: 'failed', problem: 'too many mails to unproven addresses' }
  }
  const sent = await mailsSentTo(mail, yesterday)
  const limit = addressLimit(mail, sent, now)
  if (limit === 'send') return undefined
  return limit === 'later'
    ? { kind: 'failed', problem: 'too many mails to this address' }
    : { kind: 'bounced', problem: 'once a day' }
}

function answerOf(outcome: Outcome): Answer<Outcome, Outcome> {
  switch (outcome.kind) {
    case 'sent':
      return { kind: 'made', made: outcome }
    case 'bounced':
      return { kind: 'refused', why: outcome }
    case 'failed':
      return { kind: 'not-yet', why: outcome }
    case 'unanswered':
      return { kind: 'perhaps', why: outcome }
  }
}

// A mail server can't be asked back: what it perhaps has is sent once more, under the same Message-ID.
function sendOne(id: string): Promise<Mail | undefined> {
  const now = new Date()
  return runOperation<Mail, Outcome, Outcome, Mail | undefined>({
    claim: async (claim) => {
      const held = await changeMail(id, (stored) => {
        const mail = claimMail(stored, now, claim)
        return mail && { mail }
      })
      return { held, result: undefined }
    },
    send: async (held) => {
      const told = await toldElsewhere(held)
      return answerOf(told ?? (await withheld(held, now)) ?? (await trySending(held)))
    },
    store: note,
    refuse: note,
    postpone: (held, { why }) => note(held, why),
  })
}

type MailId = { readonly id: string }

const listed = (ids: readonly string[]): Due<MailId> => ({
  items: unprovenLast(ids).map((id) => ({ id })),
})

// The claim of one that fails ends by itself, and the next sweep tries again.
async function sendAll(due: SweepTask<MailId>['due'], budget: number): Promise<readonly Mail[]> {
  const mails: Mail[] = []
  const step = async ({ id }: MailId) => {
    const mail = await sendOne(id)
    if (mail) mails.push(mail)
    return mail ? 'moved' : 'same'
  }
  await sweepDue([sweepTask({ name: 'mail', due, step, atOnce: AT_ONCE })], budget)
  return mails
}

/**
 * Sends the mails that this process has just written, after the answer was sent.
 * Throws nothing: the sweep sends what fails here.
 */
export async function sendQueued(): Promise<void> {
  const ids = drainQueue()
  if (ids.length > 0) await sendAll(() => Promise.resolve(listed(ids)), Infinity)
}

// Mails to the owner about payments are told together where several are due.
async function dueMails(limit: number): Promise<Due<MailId>> {
  const ids = await mailsDue(new Date(), limit)
  const isGathered = countPaidMails(ids) > 1 && (await gatherPaidMails(new Date())) > 0
  return isGathered ? dueMails(limit) : listed(ids)
}

/** Sends all due mails, the oldest first. Safe to run concurrently. Throws DatabaseUnavailable. */
export async function sendDueMails(): Promise<Mailing> {
  const mails = isMailEnabled() ? await sendAll(dueMails, ENOUGH) : []
  const count = (state: Mail['state']) => mails.filter((mail) => mail.state === state).length
  return { sent: count('sent'), later: count('due') + count('claimed'), failed: count('failed') }
}

/** For so long a sweep that comes late still reminds, in milliseconds. */
const LATE = 2 * 60 * 60 * 1000

/**
 * Reminds the buyers of orders that are unpaid for a day, each once, unless the owner has switched it off. One query
 * where there are none. Throws DatabaseUnavailable.
 */
export async function sendReminders(now: Date): Promise<void> {
  if (!isMailEnabled()) return
  const until = now.getTime() - REMIND_AFTER
  const from = new Date(until - LATE).toISOString()
  const orders = await unpaidOrdersPlaced(from, new Date(until).toISOString())
  const context = { now, by: 'sweep' } as const
  const due = orders.filter((order) => remindUnpaid(order, context))
  if (due.length === 0 || !(await readReminders())) return
  for (const { id } of due) await changeOrder(id, (stored) => remindUnpaid(stored, context))
}
