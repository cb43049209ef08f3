import type { Picture, ProductFrontMatter } from './product-front-matter.ts'

export type { Picture }

/** A product of the shop: its front matter, its id (the file name) and its body as safe HTML. Prices are whole TWD. */
export type Product = Readonly<ProductFrontMatter> & {
  readonly id: string
  readonly html: string
}
