import 'server-only'

import { applyDecision } from '#lib/order/apply-decision.ts'
import { type EditFailure, noteChange } from '#lib/order/edit-recipient.ts'
import { changeContext } from '#lib/order/events.ts'
import type { OrderEdit, OrderEditResult } from './order-edit.ts'

/** Adds a note of the owner's to an order's history; its member never sees it. Throws DatabaseUnavailable. */
export function addNote({
  orderId,
  text,
  context,
}: OrderEdit & { readonly text: string }): OrderEditResult<EditFailure> {
  return applyDecision(orderId, () => noteChange(text, changeContext(context)))
}
