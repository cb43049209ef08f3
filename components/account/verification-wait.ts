'use client'

import { browserStorage } from '#components/ui/browser.ts'
import { secondsUntilNextMail } from '#lib/account/verification-mail.ts'
import { isNumber, isText, withFields } from '#lib/text/json-shape.ts'

const storage = browserStorage('verification-mail')

const isMail = withFields({ email: isText, at: isNumber })

// Seconds until this browser may have another mail sent to the address; 0 for now.
export function secondsToWait(email: string): number {
  const mail = storage.readAs(isMail)
  return secondsUntilNextMail(mail?.email === email ? mail.at : 0, Date.now())
}

/** Remembers that a verification mail to the address was sent just now. */
export function rememberMail(email: string): void {
  storage.write(JSON.stringify({ email, at: Date.now() }))
}
