import { type Availability, isOnSale } from '#lib/product/availability.ts'
import type { GarmentFact } from '#lib/product/garment-facts.ts'
import type { Size } from '#lib/product/sizes.ts'

const BUY_LABELS: Record<Availability, string> = {
  preorder: '立即預購',
  'in-stock': '加入購物車',
  'back-order': '加入購物車',
  paused: '暫停販售',
  'sold-out': '已售完',
}

/** Label of the buy button, with the size where the product can be bought. */
export function buyLabel(now: Availability, size: Size): string {
  return isOnSale(now) ? `${BUY_LABELS[now]}・${size}` : BUY_LABELS[now]
}

/** Label of the button that adds more of what is in the cart already. */
export function againLabel(quantity: number, size: Size): string {
  return `再加${quantity === 1 ? '一' : ` ${quantity} `}件・${size}`
}

/** The badge above a product's title; what is simply there needs none. */
export const BADGES: Record<Availability, string | undefined> = {
  preorder: '預購中',
  'in-stock': undefined,
  'back-order': undefined,
  paused: '暫停販售',
  'sold-out': '已售完',
}

/** The facts of a garment in the order of the list, with their names. */
export const FACT_LABELS: readonly (readonly [GarmentFact, string])[] = [
  ['weight', '布重'],
  ['thickness', '厚薄'],
  ['sheerness', '透膚度'],
  ['stretch', '彈性'],
  ['origin', '產地'],
  ['embroidery', '刺繡尺寸'],
  ['label', '織標尺寸'],
  ['model', '模特兒'],
  ['shrinkage', '洗後縮率'],
]
