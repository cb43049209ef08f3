import type { Availability } from '#lib/product/availability.ts'

/** What the one big button says, and so what it does. */
export const BUY_LABELS: Record<Availability, string> = {
  preorder: '立即預購',
  'in-stock': '加入購物車',
  'sold-out': '已售完',
}

/** The badge above a product's title; what is simply there needs none. */
export const BADGES: Record<Availability, string | undefined> = {
  preorder: '預購中',
  'in-stock': undefined,
  'sold-out': '已售完',
}
