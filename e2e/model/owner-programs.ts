import { bookParcels } from '#lib/owner/parcels.ts'
import { cancelNumberedOrder } from '#lib/owner/edit-order.ts'
import { refundOrder } from '#lib/owner/refund-order.ts'
import { resolveReview } from '#lib/owner/resolve-review.ts'
import { shipOrder } from '#lib/owner/ship-orders.ts'
import type { ReviewEnd } from '#lib/order/event-causes.ts'

import type { ProgramAnswer } from './programs.ts'

const owner = () => ({ by: 'owner', at: new Date() })
const PARCEL = { carrier: 'carrier', trackingNumber: '1' }

/** The actions of the owner's page; they tell the shopper nothing. */
export const OWNER_PROGRAMS = {
  refund: async (orderId: string, amount: number | 'rest', key: string): Promise<ProgramAnswer> => {
    await refundOrder({ orderId, amount, reason: 'asked', key, restock: true, context: owner() })
    return {}
  },
  ship: async (orderId: string): Promise<ProgramAnswer> => {
    await shipOrder({ orderId, ...PARCEL, context: owner() })
    return {}
  },
  book: async (orderId: string): Promise<ProgramAnswer> => {
    await bookParcels([orderId], owner())
    return {}
  },
  cancel: async (orderId: string): Promise<ProgramAnswer> => {
    await cancelNumberedOrder({ orderId, reason: 'asked', context: owner() })
    return {}
  },
  end: async (orderId: string, end: ReviewEnd): Promise<ProgramAnswer> => {
    await resolveReview({ orderId, end, reason: 'looked', context: owner() })
    return {}
  },
}
