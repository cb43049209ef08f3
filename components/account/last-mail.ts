import { z } from 'zod'

const STORED = 'verification-mail'

const mailSchema = z.object({ email: z.string(), at: z.number() })

/** When this browser last had a verification mail sent to the address, in milliseconds since 1970; 0 for never. */
export function lastMailAt(email: string): number {
  try {
    const mail = mailSchema.safeParse(JSON.parse(localStorage.getItem(STORED) ?? 'null')).data
    return mail?.email === email ? mail.at : 0
  } catch {
    return 0
  }
}

/** Remembers that a verification mail to the address was sent just now. */
export function rememberMail(email: string): void {
  try {
    localStorage.setItem(STORED, JSON.stringify({ email, at: Date.now() }))
  } catch {
    // The sign-in service has a limit of its own.
  }
}
