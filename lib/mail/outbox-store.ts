import 'server-only'

import { z } from 'zod'

import {
  type DocumentReference,
  type DocumentSnapshot,
  type Transaction,
  countOf,
  database,
  expiry,
  find,
  inChunks,
  IN_LIMIT,
  readDocument,
  transact,
  writeDocuments,
} from '../adapters/firestore/database.ts'
import { fullName } from '../delivery/recipient.ts'
import type { OrderEvent } from '../order/events.ts'
import type { MailContext, Notification } from '../order/events/entry.ts'
import { effectsOf } from '../order/events/order.ts'
import { invoiceText } from '../order/invoice.ts'
import {
  heldUntil,
  isUnheld,
  type OrderItem,
  type Order,
  orderBreakdown,
  MANUAL_PAYMENT_WORDS,
} from '../order/order.ts'
import { METHOD_TITLES, termsOf } from '../order/payment/methods.ts'
import { methodOf, providerTitle, unpaidUntil } from '../order/payment/payment-status.ts'
import { orderCancelRight, preorderPromise } from '../order/promises.ts'
import { orderView } from '../order/view.ts'
import { formatPrice, lineTotal } from '../price/price.ts'
import { reductionName, reductionText } from '../price/reductions.ts'
import { defined } from '../result.ts'
import { settings } from '../settings/env.ts'
import { closeUp } from '../text/no-break.ts'
import { plainTyped } from '../text/plain-text.ts'
import { formatTime } from '../time/taipei-time.ts'
import {
  type MailValues,
  type MailDraft,
  orderAddresses,
  type Mail,
  mailSchema,
  isToUnproven,
  newMail,
  UNPROVEN_KINDS,
  delayInRush,
  delayPlaced,
  type SentMail,
  type SweepState,
  gatherPaid,
} from './mail.ts'
import { type MailKind, MAIL_KINDS } from './placeholders.ts'

function itemLine(item: OrderItem, order: Order, now: Date): string {
  const variant = [item.color, item.size].filter(Boolean).join('・')
  const promise =
    orderView(order, now).promise?.kind === 'ships' ? preorderPromise(item, now) : undefined
  const line = `${item.title}（${variant}）× ${item.quantity}：${formatPrice(lineTotal(item))}`
  return promise === undefined ? line : `${line}，${promise}`
}

// Empty for goods handed over at once.
function delivery({ shippingMethod, recipient }: Order): string {
  const { zipcode, city, area, address, store, phone } = recipient
  const home = plainTyped(`${zipcode} ${city}${area}${address}`.trim())
  const place =
    shippingMethod === 'store' ? `超商取貨，${plainTyped(store)}` : home && `宅配到府，${home}`
  // Without its middle, its owner still recognises a telephone number.
  const masked = phone.replace(/^(.{4}).+(.{3})$/, '$1***$2')
  const person = [recipientName({ recipient }), masked].filter(Boolean).join(' ')
  return place && [place, person].filter(Boolean).join('，')
}

/** The recipient's name, as a mail greets it. */
export function recipientName({ recipient }: Pick<Order, 'recipient'>): string {
  return plainTyped(fullName(recipient))
}

const NOT_HELD =
  '這筆訂單沒有先為您保留商品：付款成功的那一刻才算買到；如果那時已經賣完，不會向您收款。'

const NUMBER_OVER =
  '這筆訂單的轉帳帳號或繳費代碼不能再用，請不要轉帳或繳費；已經付了的話，我們查到後會把錢退給您。'

// A transfer or a store's payment has no way back: its money goes to an account that the buyer names.
function refundValues({ payment }: Order): MailValues {
  const { provider } = payment?.attempts.find((one) => one.captureId === payment.captureId) ?? {}
  const isToBank = provider !== undefined && termsOf(provider).refundsByHand === 'to-bank'
  const banks = isToBank ? '銀行' : `${providerTitle(payment)} 與發卡銀行`
  return {
    refund_way: isToBank ? '以轉帳退到您填的退款帳戶' : '循原付款方式退回您的帳戶或信用卡',
    refund_arrival: closeUp(`實際入帳的日子，依 ${banks}的作業而定。`),
  }
}

const time = (at: string | undefined) => (at === undefined ? '' : formatTime(new Date(at)))

/** Values of the order for its mails, as they are true at `now`. */
export function orderValues(order: Order, now = new Date()): MailValues {
  const { lines, reductions, shipping } = orderBreakdown(order)
  const method = methodOf(order.payment)
  const cancelRight = orderCancelRight(order, now)
  return {
    order_number: order.orderNumber,
    // The recipient of a gift does not read the buyer's mails.
    name: order.gift ? '' : recipientName(order),
    lines: order.items.map((item) => itemLine(item, order, now)).join('\n'),
    subtotal: formatPrice(lines),
    reductions: reductions.map((one) => `${reductionName(one)} ${reductionText(one)}`).join('、'),
    shipping: shipping === 0 ? '免運費' : formatPrice(shipping),
    total: formatPrice(order.totalAmount),
    delivery: delivery(order),
    invoice_target:
      order.manualSale && !order.invoice ? '' : plainTyped(invoiceText(order.invoice)),
    placed_at: time(order.createdAt),
    pay_before: formatTime(unpaidUntil(order)),
    held_until: time(heldUntil(order)?.toISOString()),
    not_held: isUnheld(order) ? NOT_HELD : '',
    number_over: order.payment?.attempts.some(({ shown }) => shown) ? NUMBER_OVER : '',
    paid_at: time(order.paidAt),
    method: order.manualSale
      ? MANUAL_PAYMENT_WORDS[order.manualSale.paidBy]
      : method
        ? METHOD_TITLES[method]
        : '',
    provider: providerTitle(order.payment),
    ...refundValues(order),
    cancel_right: cancelRight ?? '',
    // A right to cancel later is not contradicted by the hours of a change.
    changeable: cancelRight === undefined ? '收件資料、尺寸或取消' : '收件資料或尺寸',
  }
}

/** The mails that an event calls for; `order` is the order after it. */
export function notificationsOf(event: OrderEvent, context: MailContext) {
  return effectsOf(event.type).mail?.(event, context) ?? []
}

/**
 * Mail about an unpaid order to an unverified address: that it was placed, with its number and a link,
 * and nothing that the buyer wrote.
 */
function toUnverified(order: Order, { event }: Notification): MailDraft {
  return {
    id: `${order.id}-${event}`,
    event,
    kind: 'unverified',
    order: order.id,
    number: order.orderNumber,
    to: { address: order.email, name: '' },
    values: { order_number: order.orderNumber },
  }
}

// Who gets the parcel is not always who paid: whose account takes a refund, the buyer alone says.
const BUYERS_ALONE: ReadonlySet<MailKind> = new Set(['refund-account', 'refund-account-given'])

function draftsOf(order: Order, one: Notification): readonly MailDraft[] {
  const { event, kind, values, notBefore } = one
  const draft: MailDraft = {
    // A provider's ids stand in some; Firestore takes no slash.
    id: `${order.id}-${event}`.replaceAll(/[^\w-]/g, '_'),
    event,
    kind,
    order: order.id,
    number: order.orderNumber,
    values: { ...orderValues(order), ...values },
    ...defined({ notBefore }),
  }
  if (kind.startsWith('owner-')) return [draft]
  const addresses = orderAddresses(order, order.paidAt !== undefined && !BUYERS_ALONE.has(kind))
  if (order.paidAt === undefined && order.emailUnverified) {
    return addresses.length > 0 && event === 'placed' ? [toUnverified(order, one)] : []
  }
  const name = recipientName(order)
  return addresses.map((address, index) => ({
    ...draft,
    id: index === 0 ? draft.id : `${draft.id}-copy`,
    to: { address, name },
  }))
}

// The mails that each event of an order calls for, without those that an earlier one called for.
function notificationsIn(order: Order): readonly (readonly Notification[])[] {
  const known: string[] = []
  const nextNumbered = (name: string) =>
    `${name}-${known.filter((one) => one.startsWith(`${name}-`)).length + 1}`
  return order.history.map((event) => {
    const news = notificationsOf(event, { order, numbered: nextNumbered })
    const untold = news.filter((one) => !known.includes(one.event))
    known.push(...untold.map((one) => one.event))
    return untold
  })
}

/**
 * Returns the mails for an order's events after those of `told`, each once. Called where orders are written, so no
 * use case can forget one.
 */
export function mailsOf(
  told: Pick<Order, 'history'> | undefined,
  order: Order,
): readonly MailDraft[] {
  const news = notificationsIn(order).slice(told?.history.length ?? 0)
  return news.flat().flatMap((one) => draftsOf(order, one))
}

/** The id of the newest mail about an order's parcel; undefined where there is none. */
export function shippingMail(order: Order): string | undefined {
  const mails = notificationsIn(order).flat()
  const newest = mails.findLast(({ event }) => event.startsWith('shipped-'))
  return newest && draftsOf(order, newest)[0]?.id
}

const ALREADY_EXISTS = 6

/** Mails to send and mails that were sent. */
export function outbox() {
  return database().collection('outbox')
}

/** Whether this shop sends mails at all; one that does not keeps no outbox. */
export function isMailEnabled(): boolean {
  return settings().SMTP_URL !== 'none'
}

/**
 * Writes mails in their event's transaction. The order's notified events prevent duplicates, even
 * after a restore.
 */
export function writeMails(tx: Transaction, mails: readonly MailDraft[], now: Date): void {
  const { OWNER_MAILS_AN_HOUR, PLACED_MAIL_MINUTES } = settings()
  for (const draft of mails) {
    const calm = delayInRush(draft, now, OWNER_MAILS_AN_HOUR)
    const { id, ...fields } = newMail(delayPlaced(calm, now, PLACED_MAIL_MINUTES), now)
    tx.set(outbox().doc(id), fields)
  }
}

const written = new Set<string>()

/** Remembers mails that were just committed, until `drainQueue`. */
export function queueForSending(mails: readonly MailDraft[]): void {
  for (const { id } of mails) written.add(id)
}

/** Returns and clears the ids of mails written by this process. */
export function drainQueue(): readonly string[] {
  const ids = [...written]
  written.clear()
  return ids
}

export const SENT_KEPT_DAYS = 400

/** A stored mail; undefined where there is none. */
export function mailFrom(snapshot: DocumentSnapshot): Mail | undefined {
  return snapshot.exists ? mailSchema.parse({ ...snapshot.data(), id: snapshot.id }) : undefined
}

/**
 * Changes a mail by a pure function and writes follow-up mails. Returns the mail, or undefined if
 * unchanged.
 */
export async function changeMail(
  id: string,
  change: (mail: Mail) => { readonly mail: Mail; readonly tells?: MailDraft } | undefined,
): Promise<Mail | undefined> {
  const reference = outbox().doc(id)
  return transact('changing a mail', async (tx: Transaction) => {
    const mail = mailFrom(await tx.get(reference))
    const next = mail && change(mail)
    if (!next) return undefined
    const { id: _id, ...fields } = next.mail
    const kept = next.mail.state === 'sent' ? expiry(Date.now(), SENT_KEPT_DAYS) : {}
    tx.set(reference, { ...fields, ...kept })
    if (next.tells) writeMails(tx, [next.tells], new Date())
    return next.mail
  })
}

const OTHER_KINDS = MAIL_KINDS.filter((kind) => !isToUnproven({ kind }))

const byTime = (one: DocumentSnapshot, other: DocumentSnapshot) =>
  String(one.get('nextAt')) < String(other.get('nextAt')) ? -1 : 1

/**
 * The ids of the mails that are due, the longest due first, with those to unproven addresses behind
 * all others. One query; three where more are due than `limit` and some of these are such.
 */
export async function mailsDue(now: Date, limit: number): Promise<readonly string[]> {
  const due = outbox().where('nextAt', '<=', now.toISOString()).orderBy('nextAt').limit(limit)
  const first = await find('finding mails', due)
  const unproven = first.filter((mail) => UNPROVEN_KINDS.some((kind) => mail.get('kind') === kind))
  // An order's mail may wait behind more of a stranger's than one query reads.
  const others =
    first.length < limit || unproven.length === 0
      ? first.filter((mail) => !unproven.includes(mail))
      : await inChunks(OTHER_KINDS, IN_LIMIT, (kinds) =>
          find('finding mails', due.where('kind', 'in', kinds)),
        )
  return [...others.toSorted(byTime), ...unproven].slice(0, limit).map(({ id }) => id)
}

/** The most mails of a day that are looked at for one address. */
const MOST_COUNTED = 40

/** Counts mails of these kinds since a time; billed as one read per thousand. Throws DatabaseUnavailable. */
export async function countSent(kinds: readonly Mail['kind'][], since: Date): Promise<number> {
  const query = outbox().where('kind', 'in', kinds).where('sentAt', '>=', since.toISOString())
  return countOf('counting mails', query)
}

/** Mails to the address of a mail since a time, newest first; one query. Throws DatabaseUnavailable. */
export async function mailsSentTo(
  { toHash }: Pick<Mail, 'toHash'>,
  since: Date,
): Promise<readonly SentMail[]> {
  if (toHash === undefined) return []
  const query = outbox()
    .where('toHash', '==', toHash)
    .where('sentAt', '>=', since.toISOString())
    .orderBy('sentAt', 'desc')
    .limit(MOST_COUNTED)
  const docs = await find('counting mails', query)
  return docs.map((document) => mailSchema.parse({ ...document.data(), id: document.id }))
}

const sweepStateSchema = z.object({
  failingSince: z.string().optional(),
  toldAt: z.string().optional(),
})

/** Counts pending mails; billed as one read per thousand. */
export async function countDueMails(now: Date): Promise<number> {
  return countOf('counting mails', outbox().where('nextAt', '<=', now.toISOString()))
}

/** Since when sweeps fail without a break (ISO 8601 in UTC); one read. */
export async function readFailingSince(): Promise<string | undefined> {
  const stored = await readDocument(
    'reading the state of sweeps',
    database().collection('sweeps').doc('state'),
  )
  return sweepStateSchema.catch({}).parse(stored.data() ?? {}).failingSince
}

/** Changes the sweep state and writes its mail, in one transaction of at most two round trips. */
export async function changeSweepState(
  change: (
    state: SweepState,
  ) => { readonly state: SweepState; readonly tells?: MailDraft } | undefined,
): Promise<void> {
  const reference = database().collection('sweeps').doc('state')
  await transact('noting a sweep', async (tx: Transaction) => {
    const state = sweepStateSchema.catch({}).parse((await tx.get(reference)).data() ?? {})
    const next = change(state)
    if (!next) return
    tx.set(reference, { ...next.state })
    if (next.tells) writeMails(tx, [next.tells], new Date())
  })
}

/** Writes a mail unless it was written before; one round trip. Returns whether it was written now. */
export async function writeMailOnce(draft: MailDraft, now: Date): Promise<boolean> {
  const { id, ...fields } = newMail(draft, now)
  try {
    await writeDocuments('writing a mail', (batch) => batch.create(outbox().doc(id), fields))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === ALREADY_EXISTS) return false
    throw error
  }
  queueForSending([draft])
  return true
}

function mailsAbout(orders: readonly string[]) {
  return inChunks(orders, IN_LIMIT, (some) =>
    find('finding mails of orders', outbox().where('order', 'in', some)),
  )
}

/** The mails about these orders (by document id), as they are stored. */
export async function storedMails(orders: readonly string[]): Promise<readonly object[]> {
  return (await mailsAbout(orders)).map((document) => document.data())
}

/** Removes the mails about these orders, sent or not. */
export async function removeMails(orders: readonly string[]): Promise<void> {
  const found = await mailsAbout(orders)
  await removeAll(found.map(({ ref }) => ref))
}

/** Removes mails by their ids, sent or not; one that is gone is no error. */
export async function removeMailsById(ids: readonly string[]): Promise<void> {
  await removeAll(ids.map((id) => outbox().doc(id)))
}

// Each alone: a commit takes at most so many.
async function removeAll(mails: readonly DocumentReference[]): Promise<void> {
  await Promise.all(
    mails.map((one) => writeDocuments('removing mails', (batch) => batch.delete(one))),
  )
}

/** The most orders of which one mail tells. */
const MOST_GATHERED = 300

/** Puts one mail in the place of all that are due about paid orders, in one transaction. Returns how many they were. */
export async function gatherPaidMails(now: Date): Promise<number> {
  const due = outbox().where('kind', '==', 'owner-paid').where('nextAt', '<=', now.toISOString())
  return transact('gathering mails', async (tx: Transaction) => {
    const { docs } = await tx.get(due.orderBy('nextAt').limit(MOST_GATHERED))
    const mails = docs.flatMap((document) => mailFrom(document) ?? [])
    const answer = gatherPaid(mails, now)
    if (!answer) return 0
    writeMails(tx, [answer.digest], now)
    for (const { id, ...fields } of answer.gathered) {
      tx.set(outbox().doc(id), { ...fields, ...expiry(now.getTime(), SENT_KEPT_DAYS) })
    }
    return answer.gathered.length
  })
}

function reference() {
  return database().collection('shop_settings').doc('reminders')
}

/** Whether buyers are reminded of unpaid orders; they are unless the owner has switched it off. One read. */
export async function readReminders(): Promise<boolean> {
  const snapshot = await readDocument('reading the reminders', reference())
  return snapshot.get('isOn') !== false
}

/** Switches the reminders on or off; one write. */
export async function saveReminders(isOn: boolean): Promise<void> {
  await writeDocuments('switching the reminders', (batch) => batch.set(reference(), { isOn }))
}
