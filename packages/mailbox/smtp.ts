import { once } from 'node:events'

import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { z } from 'zod'

import type { Letters } from './letters.ts'

/**
 * Faults: the address is refused (550), not yet taken (451) or not answered;
 * or the mail is taken and the answer lost.
 */
export const MAIL_FAULTS = ['refuse', 'greylist', 'time-out', 'drop-after-accepting'] as const

/** A fault for mails whose address holds `to`; it happens so many times. */
export const mailFaultSchema = z.strictObject({
  fault: z.enum(MAIL_FAULTS),
  to: z.string().default(''),
  times: z.int().min(1).default(1),
})
export type MailFault = z.infer<typeof mailFaultSchema>

/** The faults that are still to happen. */
export class MailFaults {
  private waiting: MailFault[] = []

  add(fault: MailFault): void {
    this.waiting.push({ ...fault })
  }

  list(): readonly MailFault[] {
    return this.waiting
  }

  clear(): void {
    this.waiting = []
  }

  /** Whether one of these happens to a mail to this address now; it is then counted. */
  strike(address: string, kinds: readonly MailFault['fault'][]): MailFault['fault'] | undefined {
    const found = this.waiting.find(
      ({ fault, to }) => kinds.includes(fault) && address.includes(to),
    )
    if (!found) return undefined
    found.times -= 1
    this.waiting = this.waiting.filter(({ times }) => times > 0)
    return found.fault
  }
}

const REFUSALS = {
  refuse: [550, 'No such mailbox'],
  greylist: [451, 'Greylisted, try again later'],
} as const

function refusal(fault: keyof typeof REFUSALS): Error {
  const [responseCode, message] = REFUSALS[fault]
  return Object.assign(new Error(message), { responseCode })
}

function breakOff(server: SMTPServer, { id }: SMTPServerSession): void {
  for (const connection of server.connections) {
    if (connection.session.id === id) connection._socket.destroy()
  }
}

/**
 * Starts the SMTP stand-in on loopback, on a free port for 0; it speaks no TLS and asks for no
 * password. Returns its address.
 */
export async function startSmtp(
  port: number,
  letters: Letters,
  faults: MailFaults,
): Promise<string> {
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: 1024 * 1024,
    onRcptTo: ({ address }, _session, answer) => {
      const fault = faults.strike(address, ['refuse', 'greylist', 'time-out'])
      if (fault === 'refuse' || fault === 'greylist') answer(refusal(fault))
      else if (fault === undefined) answer()
    },
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const answerLost = faults.strike(to.join(' '), ['drop-after-accepting']) !== undefined
        const raw = Buffer.concat(chunks).toString('utf8')
        letters.take({ at: new Date().toISOString(), to, answerLost, raw })
        if (answerLost) breakOff(server, session)
        else answer()
      })
    },
  })
  // A client that goes away in the middle is its own affair.
  server.on('error', (error) => {
    if ('code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')) {
      console.error('mailbox:', error.message)
      process.exit(1)
    }
  })
  const listening = once(server.server, 'listening')
  server.listen(port, '127.0.0.1')
  await listening
  const bound = server.server.address()
  return `smtp://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
}
