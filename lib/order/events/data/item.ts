import { z } from 'zod'

import { orderItemSchema } from '#lib/order/order-item.ts'
import { parcel, toSameStore } from '#lib/order/shipment.ts'
import { SIZES } from '#lib/product/sizes.ts'

/** Units of an item, as an order has them. */
export const units = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    color: z.string(),
    size: z.enum(SIZES),
    quantity: z.int(),
    isPreorder: z.boolean(),
  }),
)

const items = z.array(orderItemSchema).optional()

/** Events of an order's goods: its units, their parcel by hand, and what comes back. */
export const ITEM_EVENT_DATA = {
  'items.changed': { before: units, after: units, items, removed: items },
  'ship-date.changed': {
    product: z.string(),
    shipsAbout: z.string(),
    before: z.string().optional(),
  },
  'items.received': { product: z.string() },
  'parcel.shipped': { parcel },
  'parcel.corrected': { parcel, before: parcel },
  'parcel.unshipped': { parcel, toSameStore },
  'items.restocked': { units: z.array(z.int().min(0)) },
}
