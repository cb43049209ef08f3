import 'server-only'

import { DatabaseUnavailable } from '#lib/adapters/firestore/database.ts'
import { readTradeOf } from '#lib/adapters/markdown/content-file.ts'
import { sendMessage } from '#lib/adapters/smtp/send.ts'
import { BRAND } from '#lib/company/company.ts'
import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import { log, logFailure } from '#lib/log/log.ts'
import {
  type Answer,
  type Due,
  retry,
  runOperation,
  sweepDue,
  sweepTask,
  type SweepTask,
} from '#lib/operation/operation.ts'
import { readOrder } from '#lib/order/order-store.ts'
import { offeredMethods } from '#lib/payment/offered-methods.ts'
import { settings } from '#lib/settings/env.ts'
import { isEmail } from '#lib/text/plain-text.ts'
import {
  addressLimit,
  isToUnproven,
  UNPROVEN_A_DAY,
  UNPROVEN_KINDS,
  unprovenLast,
} from './mail-limits.ts'
import {
  afterSending,
  claimMail,
  type Mail,
  messageId,
  type Outcome,
  placedMailIn,
  undeliveredMail,
} from './mail.ts'
import { mailedAccountPath } from './mailed-links.ts'
import { mailedOrderPath } from './mailed-order-link.ts'
import {
  changeMail,
  countSent,
  drainQueue,
  gatherPaidMails,
  isMailEnabled,
  mailsDue,
  mailsSentTo,
} from './outbox-store.ts'
import { countPaidMails } from './paid-digest.ts'
import { findTemplates, renderMail } from './render-mail.ts'

const DAY = 24 * 60 * 60_000

const AT_ONCE = 5

/** In milliseconds: a run starts no further work after this. */
const ENOUGH = 20_000

/** Attempts to record an outcome: an unrecorded mail would be sent twice. */
const NOTE_TRIES = 3

/** Counts of an outbox run: sent, postponed, given up. */
export type Mailing = { readonly sent: number; readonly later: number; readonly failed: number }

// The mail of a placed order says nothing new once its payment or its end was told.
async function sentElsewhere(mail: Mail): Promise<Outcome | undefined> {
  if (mail.kind !== 'placed' || mail.order === undefined) return undefined
  const order = await readOrder(mail.order)
  const gatheredIn = order && placedMailIn(mail, order)
  return gatheredIn === undefined ? undefined : { kind: 'sent', gatheredIn }
}

async function trySending(mail: Mail): Promise<Outcome> {
  try {
    const { NEXT_PUBLIC_SITE_URL: site, MAIL_FROM = CONTACT_EMAIL, OWNER_EMAIL } = settings()
    const isOwners = mail.kind.startsWith('owner-') && OWNER_EMAIL !== undefined
    const to = mail.to ?? (isOwners ? { address: OWNER_EMAIL, name: '' } : undefined)
    if (!to || !isEmail(to.address)) return { kind: 'bounced', problem: 'no such address' }
    const rendered = renderMail(mail, await findTemplates(), {
      site,
      trade: await readTradeOf(),
      methods: offeredMethods(),
      view: mailedOrderPath(mail),
      account: mailedAccountPath(mail),
    })
    return await sendMessage({
      ...rendered,
      messageId: messageId(mail, new URL(site).hostname),
      from: { name: BRAND, address: MAIL_FROM },
      to,
      replyTo: CONTACT_EMAIL,
    })
  } catch (error) {
    // Words that can't be read are mended within three days as well.
    logFailure('mail', error, { order: mail.number, kind: mail.kind })
    return { kind: 'failed', problem: 'words' }
  }
}

async function note(claimed: Mail, outcome: Outcome): Promise<Mail> {
  const change = () =>
    changeMail(claimed.id, (stored) => {
      const after = afterSending(stored, claimed, outcome, new Date())
      const tells = after && undeliveredMail(after)
      return after && (tells ? { mail: after, tells } : { mail: after })
    })
  const mail =
    (await retry(change, {
      tries: NOTE_TRIES,
      isWorth: (error) => error instanceof DatabaseUnavailable,
    })) ?? claimed
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
      const claimed = await changeMail(id, (stored) => {
        const mail = claimMail(stored, now, claim)
        return mail && { mail }
      })
      return { held: claimed, result: undefined }
    },
    send: async (claimed) => {
      const elsewhere = await sentElsewhere(claimed)
      return answerOf(elsewhere ?? (await withheld(claimed, now)) ?? (await trySending(claimed)))
    },
    store: note,
    refuse: note,
    postpone: (claimed, { why }) => note(claimed, why),
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
