import type { OrderItem } from '#lib/order/order-item.ts'

/** The lines of an order in one line of text. */
export function itemsText({ items }: { readonly items: readonly OrderItem[] }): string {
  return items
    .map(
      ({ title, color, size, quantity }) =>
        `${[title, color, size].filter(Boolean).join(' ')} ×${quantity}`,
    )
    .join('；')
}
