/** The sizes a shirt may come in, smallest first. */
export const SIZES = ['S', 'M', 'L', 'XL', 'XXL'] as const

/** One of the sizes a shirt may come in. */
export type Size = (typeof SIZES)[number]

/** Whether a value from outside is a size. */
export function isSize(value: unknown): value is Size {
  return SIZES.some((size) => size === value)
}

/** SKU of one size of a product, such as OTR-001-M: in its data, in the feeds and in what analytics is told. */
export function variantSku(id: string, size: Size): string {
  return `${id.toUpperCase()}-${size}`
}
