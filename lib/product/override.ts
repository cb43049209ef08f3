import { z } from 'zod'

import { openDay } from '#lib/company/open-day.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'
import { changedOn, laterDay, type Product } from './product.ts'
import { SIZES } from './sizes.ts'

const overriddenCount = z.int().min(0)

/**
 * The owner's changes since the product's file was written: its days (YYYY-MM-DD), its units,
 * whether its goods are here, and whether it is sold.
 */
export const overrideSchema = z.object({
  shipsAbout: z.iso.date().optional(),
  preorderUntil: z.iso.date().optional(),
  /** The shipping day of the edition whose goods are here; a later day is another edition. */
  arrivedOf: z.iso.date().optional(),
  factsBy: z.iso.date().optional(),
  /** The promised day of the facts that were published; a later day is another promise. */
  factsPublishedOf: z.iso.date().optional(),
  /** Units of the running pre-order that left its count before all came; they count against its limit still. */
  releasedEarly: overriddenCount.optional(),
  stock: overriddenCount.optional(),
  stock_by_size: z.partialRecord(z.enum(SIZES), overriddenCount).optional(),
  isOffSale: z.boolean().optional(),
  /** ISO 8601 in UTC. */
  changedAt: z.iso.datetime(),
})

export type Override = Readonly<z.infer<typeof overrideSchema>>

/** Overrides by the id of their product. */
export type Overrides = ReadonlyMap<string, Override>

/** The units of a product that an override says. */
export type OverriddenUnits = Pick<Override, 'stock' | 'stock_by_size' | 'isOffSale'>

/** The units that a product offers: those of the override, else those of the file. */
export function offeredUnits(
  file: Pick<Product, 'stock' | 'stock_by_size'>,
  override: OverriddenUnits | undefined,
): Pick<Product, 'stock' | 'stock_by_size'> {
  const { stock = file.stock, stock_by_size = file.stock_by_size, isOffSale } = override ?? {}
  if (isOffSale === true) return { stock: 0 }
  return { stock, stock_by_size }
}

function later(day: string, other: string | undefined): string {
  return other !== undefined && other > day ? other : day
}

/**
 * The shipping day in force (YYYY-MM-DD), or nothing where the product has none or its goods are
 * here. After an arrival, a later day in the file begins a new edition.
 */
export function shipDayOf(
  written: string | undefined,
  { shipsAbout, arrivedOf }: Pick<Override, 'shipsAbout' | 'arrivedOf'> = {},
): string | undefined {
  if (written === undefined) return undefined
  const day =
    shipsAbout === undefined || shipsAbout === arrivedOf ? later(written, shipsAbout) : shipsAbout
  // A page made before the arrival names the day after a closing instead.
  const isHere = arrivedOf !== undefined && (day === arrivedOf || day === openDay(arrivedOf))
  return isHere ? undefined : day
}

/** The day (YYYY-MM-DD) in force by which facts are published; nothing once they are. */
export function factsDayOf(
  written: string | undefined,
  { factsBy, factsPublishedOf }: Pick<Override, 'factsBy' | 'factsPublishedOf'> = {},
): string | undefined {
  if (written === undefined) return undefined
  const day = later(written, factsBy)
  return day === factsPublishedOf ? undefined : day
}

/**
 * The product as the owner sells it now. One whose goods are here has no shipping day and is no
 * pre-order; one that is off sale is sold out and no pre-order.
 */
export function withOverride(product: Product, override: Override | undefined): Product {
  if (!override) return product
  const { stock_by_size: _bySize, preorder_deadline: deadline, ...rest } = product
  const written = product.estimated_ship_date
  const shipDay = shipDayOf(written, override)
  const hasArrived = written !== undefined && shipDay === undefined
  return {
    ...rest,
    ...offeredUnits(product, override),
    // One that the owner moved holds until the file names a later one.
    preorder_deadline: deadline && later(deadline, override.preorderUntil),
    estimated_ship_date: shipDay,
    facts_known_by: factsDayOf(product.facts_known_by, override),
    updated: laterDay(changedOn(product), taipeiDay(new Date(override.changedAt))),
    ...(hasArrived || override.isOffSale === true ? { preorder: false } : {}),
  }
}
