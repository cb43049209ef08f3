import 'server-only'

import { randomUUID } from 'node:crypto'

import { DatabaseUnavailable } from '../adapters/firestore/database.ts'
import { gatherPaidMails } from '../adapters/firestore/mail-digest.ts'
import {
  changeMail,
  countSent,
  mailsDue,
  mailsSentTo,
  isMailEnabled,
  drainQueue,
} from '../adapters/firestore/outbox.ts'
import { sendMessage } from '../adapters/smtp/send.ts'
import { findContactPage } from '../content/find-pages.ts'
import { log, logFailure } from '../log/log.ts'
import { offeredMethods } from '../order/payment/ask-provider.ts'
import { settings } from '../settings/env.ts'
import { isEmail } from '../text/plain-text.ts'
import { BRAND, CONTACT_EMAIL } from '../company/company.ts'
import {
  addressLimit,
  isToUnproven,
  UNPROVEN_A_DAY,
  UNPROVEN_KINDS,
  unprovenLast,
} from './address-limit.ts'
import { findTemplates } from './find-templates.ts'
import { afterSending, claimMail, type Mail, messageId, type Outcome } from './mail.ts'
import { countPaidMails } from './paid-digest.ts'
import { renderMail } from './render-mail.ts'
import { undeliveredMail } from './undelivered-mail.ts'

const AT_ONCE = 5
const BATCH = 50

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
  const { seller } = await findContactPage()
  const rendered = renderMail(mail, await findTemplates(), {
    site,
    seller,
    methods: offeredMethods(),
  })
  return sendMessage({
    ...rendered,
    messageId: messageId(mail, new URL(site).hostname),
    from: { name: BRAND, address: MAIL_FROM },
    to,
    replyTo: CONTACT_EMAIL,
  })
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

async function note(held: Mail, outcome: Outcome, tries = NOTE_TRIES): Promise<Mail> {
  try {
    return (await changeMail(held.id, recordOutcome(held, outcome))) ?? held
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable) || tries <= 1) throw error
    return note(held, outcome, tries - 1)
  }
}

const DAY = 24 * 60 * 60_000

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

async function sendOne(id: string): Promise<Mail | undefined> {
  const [now, claim] = [new Date(), randomUUID()]
  const held = await changeMail(id, (stored) => {
    const mail = claimMail(stored, now, claim)
    return mail && { mail }
  })
  if (!held) return undefined
  const outcome = (await withheld(held, now)) ?? (await trySending(held))
  const mail = await note(held, outcome)
  const { kind, number: order, attempts, state } = mail
  const problem = outcome.kind === 'sent' ? undefined : outcome.problem
  const facts = { order, kind, state, attempts, outcome: outcome.kind, problem }
  log('mail', facts, state === 'failed' ? 'ERROR' : problem === undefined ? 'INFO' : 'WARNING')
  return mail
}

async function sendAll(ids: readonly string[], isOver: () => boolean): Promise<Mail[]> {
  const waiting = [...unprovenLast(ids)]
  const mails: Mail[] = []
  const sendNext = async () => {
    while (!isOver()) {
      const id = waiting.shift()
      if (id === undefined) return
      try {
        const mail = await sendOne(id)
        if (mail) mails.push(mail)
      } catch (error) {
        // The claim ends by itself, and the sweep tries again.
        logFailure('mail', error)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext))
  return mails
}

/**
 * Sends the mails that this process has just written, after the answer was sent.
 * Throws nothing: the sweep sends what fails here.
 */
export async function sendQueued(): Promise<void> {
  const ids = drainQueue()
  if (ids.length > 0) await sendAll(ids, () => false)
}

/** Sends all due mails, the oldest first. Safe to run concurrently. Throws DatabaseUnavailable. */
export async function sendDueMails(): Promise<Mailing> {
  const began = performance.now()
  const isOver = () => performance.now() - began > ENOUGH
  const mails: Mail[] = []
  while (isMailEnabled() && !isOver()) {
    const ids = await mailsDue(new Date(), BATCH)
    if (countPaidMails(ids) > 1 && (await gatherPaidMails(new Date())) > 0) continue
    const done = await sendAll(ids, isOver)
    mails.push(...done)
    // Stops without progress, since the next batch would be the same.
    if (ids.length < BATCH || done.length === 0) break
  }
  const count = (state: Mail['state']) => mails.filter((mail) => mail.state === state).length
  return { sent: count('sent'), later: count('due') + count('claimed'), failed: count('failed') }
}
