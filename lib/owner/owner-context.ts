import type { ChangeContext } from '../order/events.ts'

/** The owner who changes an order: their name or e-mail, and when. The history keeps both. */
export type OwnerContext = { readonly by: string; readonly at: Date }

/** The same as a change of an order takes it, with the reason if there is one. */
export function changeContext({ by, at }: OwnerContext, reason?: string): ChangeContext {
  const input = reason?.trim() ?? ''
  return { by: 'owner', who: by, now: at, ...(input === '' ? {} : { reason: input }) }
}
