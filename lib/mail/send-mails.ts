import 'server-only'

import { readOrder, changeOrder, unpaidOrdersPlaced } from '../order/order-store.ts'
import {
  type Mail,
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
import { BRAND } from '../company/company.ts'
import { settings, offeredMethods } from '../settings/env.ts'
import {
  isMailEnabled,
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
import { mailedOrderPath, mailedAccountPath } from './mailed-links.ts'

const DAY = 24 * 60 * 60_000

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
