import type { HeldProduct } from '../order/stock.ts'
import { taipeiDay } from '../time/taipei-time.ts'
import type { MailDraft } from './mail.ts'

/** Returns the owner's mail about a product held by unpaid orders; one a day in Taipei. */
export function holdNotice(
  { product, title, held, of, orders }: HeldProduct,
  now: Date,
): MailDraft {
  const event = `holds-${product}-${taipeiDay(now)}`.replaceAll(/[^\w-]/g, '_')
  const values = {
    held_product: title,
    held_pieces: String(held),
    all_pieces: String(of),
    unpaid_orders: String(orders),
  }
  return { id: event, event, kind: 'owner-holds', values }
}
