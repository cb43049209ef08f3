import { z } from 'zod'

import { addresses } from '../addresses.ts'

/** The links of the mails to an address in the local mailbox, the newest first. */
export async function mailsTo(email: string): Promise<string[]> {
  const page = await (await fetch(addresses().mailbox)).text()
  return page
    .split('<li>')
    .filter((mail) => mail.includes(`收件人：${email}<`))
    .flatMap((mail) => /<code>(.*?)<\/code>/.exec(mail)?.[1]?.replaceAll('&amp;', '&') ?? [])
}

const lettersSchema = z.object({
  mails: z.array(
    z.object({
      to: z.array(z.string()),
      subject: z.string(),
      messageId: z.string(),
      replyTo: z.string(),
      text: z.string(),
      html: z.string(),
      answerLost: z.boolean(),
    }),
  ),
})

/** A mail of the shop as its reader would see it. */
export type Letter = z.infer<typeof lettersSchema>['mails'][number]

/** The shop's mails about the order of this document id, the newest first; other shops of the tests give the same numbers. */
export async function lettersAbout(id: string, mailbox = addresses().mailbox): Promise<Letter[]> {
  const answer = await fetch(`${mailbox}/_local/mails?about=${id}`)
  return lettersSchema.parse(await answer.json()).mails
}

/** The mails about joining to an address, the newest first; `text` is what they must hold. */
export async function lettersWith({ to, text = '' }: { to: string; text?: string }) {
  const letters = await lettersAbout('join')
  return letters.filter((letter) => letter.to.includes(to) && letter.text.includes(text))
}
