/** Whether a text looks like an e-mail address: something, an @, and a host; the mail itself is the only proof. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text)
}
