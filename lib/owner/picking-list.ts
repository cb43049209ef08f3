import type { Order } from '../order/order.ts'
import { SIZES } from '../product/sizes.ts'

/** Total pieces of a variant over all orders. */
export type PickingRow = {
  readonly title: string
  readonly color: string
  readonly size: string
  readonly quantity: number
}

/** Returns the pieces to pick by product and colour, smallest size first. */
export function pickingList(orders: readonly Pick<Order, 'items'>[]): readonly PickingRow[] {
  const items = orders.flatMap((order) => order.items)
  const variants = Map.groupBy(items, ({ id, color = '', size }) => `${id} ${color} ${size}`)
  const picked = [...variants.values()].flatMap((some) => {
    const [first] = some
    if (!first) return []
    const { title, color = '', size } = first
    return [{ title, color, size, quantity: some.reduce((sum, one) => sum + one.quantity, 0) }]
  })
  const place = ({ size }: PickingRow) => SIZES.findIndex((one) => one === size)
  return picked.toSorted(
    (a, b) =>
      a.title.localeCompare(b.title, 'zh-Hant') ||
      a.color.localeCompare(b.color) ||
      place(a) - place(b),
  )
}
