import { byState } from '#lib/content/content-flags.ts'
import { availability, stockInfoOf } from '#lib/product/availability.ts'
import type { Product } from '#lib/product/product.ts'
import { commonBlocks, htmlBlocks } from '#lib/text/html-blocks.ts'
import styles from './product-story.module.css'
import { StoryBySale } from './story-by-sale.tsx'

const CLASS = `prose ${styles.story}`

function Part({ html }: { html: string }) {
  return html === '' ? null : <div className={CLASS} dangerouslySetInnerHTML={{ __html: html }} />
}

/**
 * A product's text. What of it follows how the product is sold changes with the button, also on a page from before a
 * deadline; that alone goes to the browser's code, since such text is sent once more.
 */
export function ProductStory({ product }: { product: Product }) {
  const { told, html } = product
  if (!told) return <Part html={html} />
  const texts = [...new Set(Object.values(told).map((story) => story.html))]
  const { start, between, end } = commonBlocks(texts.map(htmlBlocks))
  return (
    <>
      <Part html={start.join('\n')} />
      <StoryBySale
        stock={stockInfoOf(product)}
        initialAvailability={availability(product)}
        stories={between.map((blocks) => blocks.join('\n'))}
        told={byState((state) => texts.indexOf(told[state].html))}
        className={CLASS}
      />
      <Part html={end.join('\n')} />
    </>
  )
}
