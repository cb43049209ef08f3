/** The largest call of a server action, in bytes; next.config says the same to Next. */
export const ACTION_BYTES = 64 * 1024

/** The most arguments that a server action of the shop takes, with room to spare. */
const MOST_ARGUMENTS = 8

/** Deeper than any form of the shop. */
const DEEPEST = 12

// What React writes for an argument that JSON does not know, and for a text that begins with a dollar sign. The shop's
// actions take nothing else: no files, forms, streams, big numbers or references to other parts of a body.
const PLAIN = /^\$(?:\$|undefined$|D|NaN$|-?Infinity$|-0$)/

function isPlain(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.startsWith('$') || PLAIN.test(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth > DEEPEST) return false
  return Object.entries(value).every(
    ([name, inner]) => name !== 'then' && name !== '__proto__' && isPlain(inner, depth + 1),
  )
}

/** Whether a text holds the arguments of a server action as the shop's own pages write them. */
export function isActionBody(text: string): boolean {
  try {
    const args: unknown = JSON.parse(text)
    return Array.isArray(args) && args.length <= MOST_ARGUMENTS && isPlain(args)
  } catch {
    return false
  }
}

/** The status by which the body of an action's call is refused before Next reads it; nothing when it may pass. A body that breaks off is refused too. */
export async function bodyRefusal(readText: () => Promise<string>): Promise<number | undefined> {
  const text = await readText().catch(() => undefined)
  if (text === undefined) return 400
  if (Buffer.byteLength(text) > ACTION_BYTES) return 413
  return isActionBody(text) ? undefined : 400
}
