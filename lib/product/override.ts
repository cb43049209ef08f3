import { z } from 'zod'

import { formatDay } from '../time/taipei-time.ts'
import type { Product } from './product.ts'
import { SIZES } from './sizes.ts'

const pieces = z.int().min(0)

/**
 * The owner's overrides of a product file: pre-order date (YYYY-MM-DD), pieces, and whether it is
 * sold.
 */
export const overrideSchema = z.object({
  shipsAbout: z.iso.date().optional(),
  stock: pieces.optional(),
  stock_by_size: z.partialRecord(z.enum(SIZES), pieces).optional(),
  isOffSale: z.boolean().optional(),
  /** ISO 8601 in UTC. */
  changedAt: z.iso.datetime(),
})
export type Override = Readonly<z.infer<typeof overrideSchema>>

/** Overrides by the id of their product. */
export type Overrides = ReadonlyMap<string, Override>

/** The pieces of a product that an override says. */
export type OverriddenPieces = Pick<Override, 'stock' | 'stock_by_size' | 'isOffSale'>

/** The pieces that a product offers: those of the override, else those of the file. */
export function offeredPieces(
  file: Pick<Product, 'stock' | 'stock_by_size'>,
  override: OverriddenPieces | undefined,
): Pick<Product, 'stock' | 'stock_by_size'> {
  const { stock = file.stock, stock_by_size = file.stock_by_size, isOffSale } = override ?? {}
  if (isOffSale === true) return { stock: 0 }
  return { stock, ...(stock_by_size === undefined ? {} : { stock_by_size }) }
}

// A product's text names no other day than its fields (rule 121), so the day is changed there too.
function withShipDay(product: Product, shipsAbout: string | undefined): Product {
  const { estimated_ship_date: written, subtitle, markdown, html } = product
  if (shipsAbout === undefined || written === shipsAbout) return product
  const redate = (text: string) =>
    written === undefined ? text : text.replaceAll(formatDay(written), formatDay(shipsAbout))
  return {
    ...product,
    estimated_ship_date: shipsAbout,
    subtitle: redate(subtitle),
    markdown: redate(markdown),
    html: redate(html),
  }
}

/** The product as the owner sells it now; one that is off sale is sold out and no pre-order. */
export function withOverride(product: Product, override: Override | undefined): Product {
  if (!override) return product
  const { stock_by_size: _bySize, ...rest } = withShipDay(product, override.shipsAbout)
  return {
    ...rest,
    ...offeredPieces(product, override),
    ...(override.isOffSale === true ? { preorder: false } : {}),
  }
}
