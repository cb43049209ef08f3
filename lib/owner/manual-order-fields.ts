import type { OrderedLine } from '../order/order.ts'
import type { Product } from '../product/product.ts'
import { SIZES } from '../product/sizes.ts'

/** The name of the field for the pieces of a product in a colour and a size. */
export function piecesField(product: number, color: number, size: string): string {
  return `pieces-${product}-${color}-${size}`
}

/** The lines that the fields of a form name, of these products. */
export function linesIn(
  fields: Readonly<Record<string, string>>,
  products: readonly Pick<Product, 'id' | 'colors'>[],
): readonly OrderedLine[] {
  return products.flatMap(({ id, colors }, product) =>
    colors.flatMap(({ name: color }, index) =>
      SIZES.flatMap((size) => {
        const quantity = Number(fields[piecesField(product, index, size)] || 0)
        return Number.isInteger(quantity) && quantity > 0 ? [{ id, color, size, quantity }] : []
      }),
    ),
  )
}
