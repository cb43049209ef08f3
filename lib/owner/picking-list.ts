import type { Order } from '../order/order.ts'
import { SIZES } from '../product/sizes.ts'

/** So many pieces of a variant, for all the orders together. */
export type PickingRow = {
  readonly title: string
  readonly color: string
  readonly size: string
  readonly quantity: number
}

/** What is taken from the shelves for these orders: by product and colour, the smallest size first. */
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
