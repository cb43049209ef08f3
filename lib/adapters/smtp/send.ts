import 'server-only'

import { Readable } from 'node:stream'

import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { z } from 'zod'

import type { Outcome } from '#lib/mail/mail.ts'
import { settings } from '#lib/settings/env.ts'

/** Deadline of one delivery attempt, in milliseconds. */
export const SEND_DEADLINE = 45_000

const CONNECT_TIMEOUT = 10_000
const SILENCE_TIMEOUT = 20_000

/** A mailbox with the name that is shown for it. */
export type Mailbox = { readonly name: string; readonly address: string }

/** A mail as it leaves: text and HTML say the same. */
export type Message = {
  readonly messageId: string
  readonly from: Mailbox
  readonly to: Mailbox
  readonly replyTo: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Address of the mail server, such as smtps://user:password@host:465. */
function connection(url: string): { readonly smtp: SMTPConnection; readonly auth: Auth } {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  // The stand-in of a laptop speaks no TLS; every other server must.
  const isLocal = settings().mode === 'local'
  const smtp = new SMTPConnection({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(isLocal ? { ignoreTLS: true } : { requireTLS: !secure }),
    connectionTimeout: CONNECT_TIMEOUT,
    greetingTimeout: CONNECT_TIMEOUT,
    dnsTimeout: CONNECT_TIMEOUT,
    socketTimeout: SILENCE_TIMEOUT,
    socketCloseTimeout: 1_000,
  })
  const credentials = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  return { smtp, auth: username === '' ? undefined : { credentials } }
}

type Auth = { readonly credentials: { readonly user: string; readonly pass: string } } | undefined

// nodemailer's error; it has a responseCode when a server's reply ended the try.
const failureSchema = z.object({
  name: z.string().optional(),
  code: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.int().optional(),
})
type Failure = z.infer<typeof failureSchema>

// The text of a reply may quote the address, so its number alone is kept.
function problemOf({ code, command, responseCode, name = 'unknown' }: Failure): string {
  return [command, responseCode ?? code ?? name].filter(Boolean).join(' ')
}

type Callback = (error?: Error | null) => void

const callSmtp = (call: (done: Callback) => void) =>
  new Promise<void>((resolve, reject) => {
    call((error) => (error ? reject(error) : resolve()))
  })

const failure = (code: string) => Object.assign(new Error(code), { code })

// Signs in, does its work, and breaks off at the deadline, wherever it stands.
async function withServer(work: (smtp: SMTPConnection) => Promise<void>): Promise<void> {
  const { smtp, auth } = connection(settings().SMTP_URL)
  let timer: NodeJS.Timeout | undefined
  const broken = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failure('EDEADLINE')), SEND_DEADLINE)
    smtp.once('error', reject)
    smtp.once('end', () => reject(failure('ECONNECTION')))
  })
  const talk = async () => {
    await callSmtp((done) => smtp.connect(done))
    if (auth) await callSmtp((done) => smtp.login(auth, done))
    await work(smtp)
  }
  try {
    await Promise.race([talk(), broken])
  } finally {
    clearTimeout(timer)
    smtp.close()
  }
}

/** Sends one mail within SEND_DEADLINE and returns the outcome. Throws for an invalid mail. */
export async function sendMessage(message: Message): Promise<Outcome> {
  const composer = new MailComposer({
    ...message,
    from: { ...message.from },
    to: { ...message.to },
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const body = Readable.from([await composer.compile().build()])
  const envelope = { from: message.from.address, to: [message.to.address] }
  try {
    await withServer((smtp) => callSmtp((done) => smtp.send(envelope, body, done)))
    return { kind: 'sent' }
  } catch (error) {
    const known = failureSchema.catch({}).parse(error)
    const problem = problemOf(known)
    const { command, responseCode } = known
    // There is no such address; other failures are retried for three days.
    if (command === 'RCPT TO' && (responseCode ?? 0) >= 500) return { kind: 'bounced', problem }
    // The server has all of it from the moment in which the last byte was read.
    const isUnanswered = body.readableEnded && responseCode === undefined
    return { kind: isUnanswered ? 'unanswered' : 'failed', problem }
  }
}

/** Whether the server lets the shop in, or undefined when it does, else the problem in a few words. Sends nothing. */
export async function smtpProblem(): Promise<string | undefined> {
  try {
    await withServer(() => Promise.resolve())
    return undefined
  } catch (error) {
    return problemOf(failureSchema.catch({}).parse(error))
  }
}
