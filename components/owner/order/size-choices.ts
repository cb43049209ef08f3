import type { SizeChoice } from '#lib/inventory/exchange-stock.ts'
import type { Size } from '#lib/product/sizes.ts'
import type { OrderTool } from './order-tool.ts'

/** The sizes into which the units of each item can be changed. */
export type SizeChoices = readonly (readonly SizeChoice[])[]

/** The same, with the sizes that the form offers. */
export type SizeTool = OrderTool & { readonly sizes: SizeChoices }

/** How many are left of a size; empty if its stock is not counted. */
export function stockLeftText({ left }: Pick<SizeChoice, 'left'>): string {
  if (left === undefined) return ''
  return left === 0 ? '（沒有庫存）' : `（剩 ${left} 件）`
}

/** The same of one size among the choices. */
export function stockLeftOfSize(choices: readonly SizeChoice[] = [], size: Size): string {
  return stockLeftText(choices.find((choice) => choice.size === size) ?? {})
}
