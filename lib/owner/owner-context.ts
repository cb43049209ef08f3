import type { ChangeContext } from '../order/order.ts'

/** The owner who changes an order: their name or e-mail, and when. Both stand in the order's history. */
export type OwnerContext = { readonly by: string; readonly at: Date }

/** The same as the domain writes it down, with the reason where there is one. */
export function changeContext({ by, at }: OwnerContext, reason?: string): ChangeContext {
  const given = reason?.trim() ?? ''
  return { by: 'owner', who: by, now: at, ...(given === '' ? {} : { reason: given }) }
}
