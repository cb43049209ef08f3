import type { CartLine } from '#lib/cart/cart.ts'
import { MAX_UNITS } from '#lib/company/purchase-terms.ts'

/** Texts of the cart. */
export const CART_MESSAGES = {
  added: '已加入購物車！',
  capped: `同款同尺寸一次最多 ${MAX_UNITS} 件，購物車裡已經有 ${MAX_UNITS} 件了。`,
} as const

/** A line of the cart in a few words, such as 白色・S，1 件. */
export function lineText({
  color,
  size,
  quantity,
}: Pick<CartLine, 'color' | 'size' | 'quantity'>): string {
  return `${color}・${size}，${quantity} 件`
}

/** What was put into the cart, and how many units are in it now. */
export function addedText(line: Parameters<typeof lineText>[0], units: number): string {
  return `${CART_MESSAGES.added}${line.color}・${line.size}（購物車共\u00A0${units}\u00A0件）`
}

/** Shown without JavaScript; rendered by the server alone. */
export const NEEDS_SCRIPT = '購物車需要開啟瀏覽器的 JavaScript 才能使用。'
