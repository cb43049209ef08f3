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

/** The sizes in which a product is made. */
export type Made = { readonly id: string; readonly sizes: readonly Size[] }

/** The sizes in which a product is made; all where its file is gone and nobody knows any more. */
export function sizesMade(made: readonly Made[], id: string): readonly Size[] {
  return made.find((one) => one.id === id)?.sizes ?? SIZES
}

/** Whether all these units are of sizes in which their products are made. */
export function areMade(
  units: readonly { readonly id: string; readonly size: Size }[],
  made: readonly Made[],
): boolean {
  return units.every(({ id, size }) => sizesMade(made, id).includes(size))
}
