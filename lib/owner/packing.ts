import { qrModules } from '#lib/adapters/qr/qr-modules.ts'
import type { Order } from '#lib/order/order.ts'
import { SIZES } from '#lib/product/sizes.ts'

/** The quiet border of a code, in modules. */
const BORDER = 4

/** The QR code of an order's number as an SVG path, in modules; `text` is what a reader types. */
export function numberDrawing(orderNumber: string): {
  readonly text: string
  readonly side: number
  readonly path: string
} {
  const text = orderNumber.toUpperCase()
  const modules = qrModules(text)
  const path = modules
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x + BORDER} ${y + BORDER}h1v1h-1z`] : [])),
    )
    .join('')
  return { text, side: modules.length + 2 * BORDER, path }
}

/** Total units of a variant over all orders. */
export type PickingRow = {
  readonly title: string
  readonly color: string
  readonly size: string
  readonly quantity: number
}

/** Returns the units to pick by product and colour, smallest size first. */
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
