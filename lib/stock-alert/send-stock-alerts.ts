import 'server-only'

import {
  isMailEnabled,
  changeStockAlert,
  countWaiting,
  hasWaitingAlerts,
  waitingAlerts,
} from '../adapters/firestore/outbox.ts'
import { readTaken } from '../adapters/firestore/stock.ts'
import { log } from '../log/log.ts'
import { piecesLeft, type TakenPieces } from '../order/stock.ts'
import { availability, isOnSale } from '../product/availability.ts'
import { findProducts } from '../product/find-products.ts'
import type { Product } from '../product/product.ts'
import type { Size } from '../product/sizes.ts'
import { settings } from '../settings/env.ts'
import { productPath } from '../routes/paths.ts'
import { hasExpired, type StockAlert, toldAtOnce } from './stock-alert.ts'
import { backInStockMail } from './stock-alert-mails.ts'

type Moment = { readonly taken: TakenPieces; readonly now: Date }

function leftOf(product: Product, size: Size, { taken, now }: Moment): number {
  const is = availability(product, now)
  if (!isOnSale(is)) return 0
  const preorder = is === 'preorder' ? { preorder: {} } : {}
  return piecesLeft(product, taken.get(product.id) ?? { stock: 0, preorder: 0 }, {
    size,
    ...preorder,
  })
}

// Ends the alert and writes its mail in one transaction, so a repeat sends none.
async function tell({ id }: StockAlert, { title }: Product, now: Date): Promise<boolean> {
  const result = await changeStockAlert(id, (stored) => {
    if (stored.confirmedAt === undefined) return undefined
    if (hasExpired(stored, now)) return { alert: undefined }
    const path = `${productPath(stored.product)}?size=${stored.size}`
    const url = new URL(path, settings().NEXT_PUBLIC_SITE_URL).href
    return { alert: undefined, mail: backInStockMail(stored, title, url) }
  })
  return result !== undefined && !hasExpired(result, now)
}

async function tellOfSize(product: Product, size: Size, moment: Moment): Promise<number> {
  const most = toldAtOnce(leftOf(product, size, moment))
  if (most <= 0) return 0
  const alerts = await waitingAlerts(product.id, size, most)
  const isNotified = await Promise.all(alerts.map((alert) => tell(alert, product, moment.now)))
  return isNotified.filter(Boolean).length
}

/**
 * Mails alerts of available sizes, three per piece a run, and returns the count. Throws
 * DatabaseUnavailable.
 */
export async function sendStockAlerts(now: Date): Promise<number> {
  if (!isMailEnabled() || !(await hasWaitingAlerts())) return 0
  const products = await findProducts(now)
  const taken = await readTaken(products.map(({ id }) => id))
  let written = 0
  for (const product of products) {
    for (const size of product.sizes) written += await tellOfSize(product, size, { taken, now })
  }
  if (written > 0) log('stock-alert', { state: 'notified', mails: written })
  return written
}

/** Counts a product's alerts by size. Throws DatabaseUnavailable. */
export async function countStockAlerts(
  product: Pick<Product, 'id' | 'sizes'>,
): Promise<ReadonlyMap<Size, number>> {
  const counts = await Promise.all(
    product.sizes.map(async (size) => [size, await countWaiting(product.id, size)] as const),
  )
  return new Map(counts)
}
