/** What looks like an e-mail address: something, an @, and a host. The mail itself is the only proof. */
export const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/

/** Whether a text looks like an e-mail address. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text)
}
