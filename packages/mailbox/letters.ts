import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

import PostalMime from 'postal-mime'
import { z } from 'zod'

const storedSchema = z.object({
  at: z.string(),
  to: z.array(z.string()),
  /** Whether the sender never got the confirmation. */
  answerLost: z.boolean(),
  raw: z.string(),
})

/** A mail that the SMTP stand-in took, as its reader would see it; `to` are the addresses of the envelope. */
export type Letter = {
  readonly at: string
  readonly to: readonly string[]
  readonly answerLost: boolean
  readonly from: string
  readonly replyTo: string
  readonly subject: string
  readonly messageId: string
  readonly text: string
  readonly html: string
  readonly headers: readonly string[]
}

/** The mails that were taken, kept in a folder: what was answered with 250 is on disk. */
export type Letters = {
  readonly take: (letter: z.infer<typeof storedSchema>) => void
  /** Every mail whose Message-ID holds a text, the newest first. */
  readonly all: (about?: string) => Promise<Letter[]>
}

function address(mailbox: { readonly address?: string | undefined } | undefined): string {
  return mailbox?.address ?? ''
}

async function parseLetter({ raw, ...kept }: z.infer<typeof storedSchema>): Promise<Letter> {
  const mail = await PostalMime.parse(raw)
  return {
    ...kept,
    from: address(mail.from),
    replyTo: address(mail.replyTo?.[0]),
    subject: mail.subject ?? '',
    messageId: mail.messageId ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: mail.headerLines.map(({ line }) => line),
  }
}

/** Opens the folder of mails; it is made where there is none. */
export function openLetters(folder: string): Letters {
  mkdirSync(folder, { recursive: true })
  let count = 0
  const take: Letters['take'] = (letter) => {
    count += 1
    const name = join(folder, `${letter.at.replaceAll(/\D/g, '')}-${process.pid}-${count}`)
    const file = openSync(`${name}.part`, 'w')
    writeSync(file, JSON.stringify(letter))
    fsyncSync(file)
    closeSync(file)
    renameSync(`${name}.part`, `${name}.json`)
  }
  // A mail never changes, so each is read once.
  const read = new Map<string, Promise<Letter>>()
  const letter = (name: string) => {
    const known = read.get(name)
    if (known) return known
    const stored = storedSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
    const made = parseLetter(stored)
    read.set(name, made)
    return made
  }
  const all = async (about = '') => {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
    const letters = await Promise.all(names.toSorted().toReversed().map(letter))
    return letters.filter(({ messageId }) => messageId.includes(about))
  }
  return { take, all }
}
