import type { DocumentSnapshot } from 'firebase-admin/firestore'

import { type Order, storedHistory } from '../../order/order.ts'

/** Field of the order number in a document orders/{id}; older than the name `orderNumber`. */
export const NUMBER_FIELD = 'orderId'

/** Fields read from a document. */
export type StoredDocument = Pick<DocumentSnapshot, 'id' | 'exists' | 'data'>

/** An order's fields from its document, unchecked, by the names that the shop has for them. */
export function fieldsFrom(document: StoredDocument): Readonly<Record<string, unknown>> {
  const { [NUMBER_FIELD]: orderNumber, ...fields } = document.data() ?? {}
  return { ...fields, orderNumber, id: document.id }
}

/** The document of a new order: all of it but its id. */
export function documentOf({ id: _id, orderNumber, history, ...fields }: Order) {
  return { ...fields, history: storedHistory(history), [NUMBER_FIELD]: orderNumber }
}
