import 'server-only'

import type { MailDraft } from '#lib/mail/mail.ts'
import { isMailEnabled, writeMailOnce } from '#lib/mail/outbox-store.ts'
import { countsSizes, leftOf, NONE } from '#lib/owner/stock-left.ts'
import { isPreorderActive } from '#lib/product/availability.ts'
import { findFileProducts } from '#lib/product/find-products.ts'
import type { Product } from '#lib/product/product.ts'
import type { Size } from '#lib/product/sizes.ts'
import { readReservedStock } from './inventory-store.ts'
import type { ReservedStock } from './stock.ts'

/** The owner is notified at this many units of a size or fewer. */
const LOW_STOCK = 3

/** A size of which few units are left, or the product where sizes are not counted. */
export type LowStock = {
  readonly product: string
  readonly title: string
  readonly size?: Size | undefined
  readonly left: number
  /** Start of the count: a new delivery is notified again. */
  readonly since: string
}

/** The sizes of a product of which few units are left, or none if none was ever there, or all is a pre-order. */
export function lowStockOf(product: Product, taken: ReservedStock, now: Date): readonly LowStock[] {
  const { override } = taken
  const { stock = product.stock, isOffSale = false, changedAt: since = '' } = override ?? {}
  if (stock === 0 || isOffSale || isPreorderActive(product, now)) return []
  const sizes = countsSizes(product, taken) ? product.sizes : [undefined]
  return sizes.flatMap((size) => {
    const left = leftOf(product, taken, size)
    const { id, title } = product
    return left > LOW_STOCK ? [] : [{ product: id, title, size, left: Math.max(0, left), since }]
  })
}

/** Returns the sizes running low. One read a product. Throws DatabaseUnavailable. */
export async function findLowStock(now = new Date()): Promise<readonly LowStock[]> {
  const products = await findFileProducts()
  const taken = await readReservedStock(products.map(({ id }) => id))
  return products.flatMap((product) => lowStockOf(product, taken.get(product.id) ?? NONE, now))
}

/** Returns the owner's mail about a size running low; one per stock correction. */
export function lowStockNotice({ product, title, size, left, since }: LowStock): MailDraft {
  const event = `low-stock-${product}-${size ?? 'all'}-${since}`.replaceAll(/[^\w-]/g, '_')
  const values = { low_product: [title, size].filter(Boolean).join(' '), pieces_left: String(left) }
  return { id: event, event, kind: 'owner-low-stock', values }
}

/** Notifies the owner once per size running low. Throws DatabaseUnavailable. */
export async function noteLowStock(now: Date): Promise<void> {
  if (!isMailEnabled()) return
  for (const low of await findLowStock(now)) await writeMailOnce(lowStockNotice(low), now)
}
