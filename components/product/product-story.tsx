import { byState } from '#lib/content/content-flags.ts'
import { availability, stockInfoOf } from '#lib/product/availability.ts'
import type { Product } from '#lib/product/product.ts'
import styles from './product-story.module.css'
import { StoryBySale } from './story-by-sale.tsx'

/** A product's text. One that follows how the product is sold changes with the button, also on a page from before a deadline. */
export function ProductStory({ product }: { product: Product }) {
  const { told, html } = product
  const className = `prose ${styles.story}`
  if (!told) return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
  const stories = [...new Set(Object.values(told).map((story) => story.html))]
  return (
    <StoryBySale
      stock={stockInfoOf(product)}
      initialAvailability={availability(product)}
      stories={stories}
      told={byState((state) => stories.indexOf(told[state].html))}
      className={className}
    />
  )
}
