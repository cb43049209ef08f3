import { z } from 'zod'

/** Where this browser keeps the key of the checkout at hand. */
const STORED = 'checkout'

const storedSchema = z.object({ key: z.uuid(), of: z.string() })

// Storage throws where the browser blocks it; a reload then makes a new key, as another browser would.
function stored(): z.infer<typeof storedSchema> | undefined {
  try {
    return storedSchema.safeParse(JSON.parse(localStorage.getItem(STORED) ?? 'null')).data
  } catch {
    return undefined
  }
}

/** The key under which this very checkout is sent: the same contents have the same key, however often, after a reload and in every tab, until they are paid. */
export function checkoutKey(contents: unknown): string {
  const of = JSON.stringify(contents)
  const known = stored()
  if (known?.of === of) return known.key
  const key = crypto.randomUUID()
  try {
    localStorage.setItem(STORED, JSON.stringify({ key, of }))
  } catch {
    return key
  }
  return key
}

/** Ends the checkout at hand: what is ordered next is another order. */
export function forgetCheckout(): void {
  try {
    localStorage.removeItem(STORED)
  } catch {
    // Nothing was kept where nothing can be removed.
  }
}
