// One mailbox, written plainly: nothing that a header or an SMTP command would obey.
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d.-]{0,250}[a-z\d])?$/i

/** Whether a mail can be addressed so. */
export function isMailAddress(text: string): boolean {
  return ADDRESS.test(text) && text.length <= 254
}
