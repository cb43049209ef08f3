import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import { z } from 'zod'

import type { Ledger, StoredOrder } from './ledger.ts'
import type { ShopUnderFault } from './shop-under-fault.ts'

const entrySchema = z.object({
  id: z.string(),
  event: z.string(),
  order: z.string().optional(),
  state: z.enum(['due', 'claimed', 'sent', 'failed']),
  nextAt: z.string().optional(),
  gatheredIn: z.string().optional(),
})

/** A mail in the shop's outbox. */
export type OutboxEntry = z.infer<typeof entrySchema>

const lettersSchema = z.object({
  mails: z.array(z.object({ messageId: z.string(), answerLost: z.boolean() })),
})

/** A mail accepted by the server; `answerLost`: its response was dropped. */
export type TakenMail = z.infer<typeof lettersSchema>['mails'][number]

/** Returns the mails accepted for an order, or all. */
export async function takenMails({ at }: ShopUnderFault, about = ''): Promise<TakenMail[]> {
  const answer = await fetch(`${at.mailbox}/_local/mails?about=${about}`)
  return lettersSchema.parse(await answer.json()).mails
}

/** Has the mail server misbehave towards an address, so many times. */
export async function misbehaveMail(
  { at }: ShopUnderFault,
  fault: { readonly fault: string; readonly to: string; readonly times?: number },
): Promise<void> {
  const call = { method: 'POST', body: JSON.stringify(fault) }
  const answer = await fetch(`${at.mailbox}/_local/faults`, call)
  assert.equal(answer.status, 201, await answer.text())
}

/** The outbox of an order, or the whole one. */
export async function outboxOf({ db }: Ledger, order?: string): Promise<OutboxEntry[]> {
  const all = db.collection('outbox')
  const { docs } = await (order === undefined ? all : all.where('order', '==', order)).get()
  return docs.map((snapshot) => entrySchema.parse({ ...snapshot.data(), id: snapshot.id }))
}

/** Length of a claim, and when it expires, in milliseconds. */
const CLAIM = 3 * 60_000
const DEAD = 35_000
const ROUNDS = 6

// A claim that a killed shop has left ends by itself after minutes; here the time passes at once.
function isBeingSent({ state, nextAt = '' }: OutboxEntry, { diedAt }: ShopUnderFault): boolean {
  const since = Date.parse(nextAt) - CLAIM
  return state === 'claimed' && since > diedAt() && since > Date.now() - DEAD
}

/** Lets time pass until every mail of an order, or of all, is sent or given up. */
export async function sendAllMails(
  own: ShopUnderFault,
  ledger: Ledger,
  order?: string,
): Promise<void> {
  for (let round = 0; round < ROUNDS;) {
    const entries = await outboxOf(ledger, order)
    const open = entries.filter(({ state }) => state === 'due' || state === 'claimed')
    if (open.length === 0) return
    if (open.some((entry) => isBeingSent(entry, own))) {
      await wait(100)
      continue
    }
    for (const { id } of open) {
      // A transaction comes through where an answer is lost on purpose.
      await ledger.db.runTransaction(async (tx) => {
        const entry = ledger.db.collection('outbox').doc(id)
        const stored = entrySchema.parse({ ...(await tx.get(entry)).data(), id })
        // Skips mails claimed or sent meanwhile.
        const isOpen = stored.state === 'due' || stored.state === 'claimed'
        if (isOpen && !isBeingSent(stored, own)) {
          tx.update(entry, { nextAt: '2020-01-01T00:00:00.000Z' })
        }
      })
    }
    await own.sweep()
    round += 1
  }
}

// Returns the notifications that an order's record requires, independent of the shop's code.
function dueEvents({
  paidAt,
  cancelledAt,
  shipment,
  payment,
  invoicing,
}: StoredOrder): readonly string[] {
  const refunds = payment?.refunds ?? []
  return [
    'placed',
    ...(paidAt === undefined ? [] : ['paid', 'owner-paid']),
    ...(cancelledAt === undefined ? [] : ['cancelled']),
    ...(shipment ? ['shipped-1'] : []),
    ...(invoicing?.number === undefined ? [] : ['invoice-issued']),
    ...(payment?.review ? ['review-1'] : []),
    ...(payment?.disputes.map(({ id, state }) => `dispute-${id}-${state}`) ?? []),
    ...refunds.map(({ id, kind }) => `${kind}-${id}`),
    ...(payment?.attempts.flatMap(({ reason }, index) =>
      reason === 'out-of-stock' ? [`out-of-stock-${index + 1}`] : [],
    ) ?? []),
  ].map((event) => event.replaceAll(/[^\w-]/g, '_'))
}

// A paid order also writes to the address of its checkout, where that is another.
function copiesDue({ id, paidAt, email, recipient }: StoredOrder): readonly string[] {
  return paidAt === undefined || recipient.email === email ? [] : [`${id}-paid-copy`]
}

const COPY = /-copy$/

// Events that may happen in between or repeatedly.
const PASSING =
  /^(?:owner-)?(?:refund|reversal|chargeback|won-back)-|^review-|^dispute-|^undelivered-|^shipped-|^payment-(?:pending|denied|number)-|^date-|^waiting-|^invoice-undone-|alarm-/

/** Mail errors of a settled order, and repeats after a lost response. */
export type MailAudit = {
  readonly notified: number
  readonly findings: readonly string[]
  readonly repeats: number
  /** Repeats that no lost answer explains; only the end of the shop in the middle of a mail does. */
  readonly unexplained: number
}

/** Compares an order's outbox and accepted mails: one mail per event. */
export function auditMails(
  order: StoredOrder,
  {
    outbox,
    taken,
  }: { readonly outbox: readonly OutboxEntry[]; readonly taken: readonly TakenMail[] },
): MailAudit {
  const events = dueEvents(order).map((event) => `${order.id}-${event}`)
  const wanted = [...events, ...copiesDue(order)]
  const known = new Map(outbox.map((entry) => [entry.id, entry]))
  const byId = Map.groupBy(taken, ({ messageId }) => messageId.slice(1, messageId.indexOf('@')))
  const findings = wanted.filter((id) => !known.has(id)).map((id) => `${id} is not told`)
  let [repeats, unexplained] = [0, 0]
  for (const { id, event, state, gatheredIn } of outbox) {
    const copies = byId.get(id) ?? []
    const lost = copies.filter(({ answerLost }) => answerLost).length
    if (state === 'due' || state === 'claimed') findings.push(`${id} is not sent`)
    if (state === 'sent' && copies.length === 0 && gatheredIn === undefined)
      findings.push(`${id} is said to be sent`)
    if (state === 'failed' && !event.startsWith('owner-') && !known.has(`undelivered-${id}`)) {
      findings.push(`${id} failed, and nobody knows`)
    }
    if (!wanted.includes(id.replace(COPY, '')) && !PASSING.test(event))
      findings.push(`${id} tells nothing true`)
    repeats += Math.max(0, copies.length - 1)
    unexplained += Math.max(0, copies.length - 1 - lost)
  }
  const stray = [...byId.keys()].filter((id) => id.startsWith(order.id) && !known.has(id))
  findings.push(...stray.map((id) => `${id} was sent and is in no outbox`))
  return { notified: outbox.length, findings, repeats, unexplained }
}
