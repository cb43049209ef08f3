import type { Product } from '#lib/product/product.ts'
import { sizeChartOf } from '#lib/product/size-chart.ts'
import { foldedSvg } from './folded.ts'
import { motifSheetSvg } from './motif-sheet.ts'
import { patternSvg } from './pattern.ts'

type Drawn = Pick<Product, 'id' | 'title' | 'motif' | 'sizes' | 'size_chart'>

/** The line drawings of a product that its file alone determines, by their paths in public/. */
export function productDrawings(product: Drawn): readonly (readonly [src: string, svg: string])[] {
  const { id, title, motif } = product
  const pathOf = (name: string) => `/images/products/${id}-${name}.svg`
  const pattern = patternSvg(`${title}的版型與尺寸`, sizeChartOf(product), 'M')
  return [
    [pathOf('pattern'), pattern],
    ...(motif
      ? ([
          [pathOf('motif'), motifSheetSvg(`${title}胸前的圖`, motif)],
          [pathOf('folded'), foldedSvg(`摺好的${title}`, motif)],
        ] as const)
      : []),
  ]
}
